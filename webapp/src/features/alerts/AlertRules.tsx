import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useState } from 'react';
import { useCan } from '../../api/session';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { notify } from '../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../design/useProblemText';
import { type AlertRule, useAlertRules, useSetRule } from './queries';

/** From where on a fact is an alert, rule by rule, for all who run the operation. */
export function AlertRules({ operationId }: { operationId: string }) {
  useRefusalTexts();
  const t = useT();
  const rules = useAlertRules(operationId);
  if (rules.isPending) return <RowsSkeleton height={72} />;
  if (rules.isError) return <ErrorPanel error={rules.error} onRetry={() => rules.refetch()} />;
  return (
    <Card>
      <Typography color="textSecondary" sx={{ px: 2, pt: 2 }}>
        {t('alerts.rules.hint')}
      </Typography>
      <Box component="ul" aria-label={t('alerts.tab.RULES')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rules.data.map((rule) => (
          <Rule key={`${rule.id} ${rule.threshold} ${rule.enabled}`} operationId={operationId} rule={rule} />
        ))}
      </Box>
    </Card>
  );
}

function Rule({ operationId, rule }: { operationId: string; rule: AlertRule }) {
  const t = useT();
  const may = useCan()('alert:update');
  const words = useErrorText();
  const set = useSetRule();
  const [typed, setTyped] = useState(String(rule.threshold));
  const name = t(`enums.AlertRuleKey.${rule.id}`);
  const change = (enabled: boolean, threshold: number) =>
    set.mutate(
      {
        params: { path: { operationId, rule: rule.id } },
        body: { enabled, ...(threshold === rule.defaultThreshold ? {} : { threshold }) },
      },
      { onSuccess: () => notify(t('alerts.rules.saved', { rule: name })) },
    );
  const problem = set.error ? asApiError(set.error)?.problem : undefined;
  const within = /^\d{1,3}$/.test(typed) && Number(typed) >= rule.least && Number(typed) <= rule.most;
  const bounds = { min: rule.least, max: rule.most };
  return (
    <Box
      component="li"
      sx={{
        p: 2,
        display: 'grid',
        gap: 1.5,
        alignItems: 'center',
        gridTemplateColumns: { xs: '1fr auto', md: 'minmax(0, 1fr) 320px auto' },
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography component="h2" variant="body1" sx={{ fontWeight: 650 }}>
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t(`alerts.rules.${rule.id}`)}
        </Typography>
      </Box>
      <Box
        component="form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (within) change(rule.enabled, Number(typed));
        }}
        sx={{
          display: 'flex',
          gap: 1,
          alignItems: 'flex-start',
          gridRow: { xs: 2, md: 'auto' },
          gridColumn: { xs: '1 / -1', md: 'auto' },
        }}
      >
        <TextField
          size="small"
          label={t(`alerts.rules.threshold.${rule.unit}`)}
          value={typed}
          onChange={(event) => setTyped(event.target.value.trim())}
          disabled={!may || !rule.enabled}
          error={!within || (problem !== undefined && problem !== null)}
          helperText={
            problem
              ? words(problem.errors?.[0] ?? problem)
              : within
                ? t('alerts.rules.default', { value: rule.defaultThreshold })
                : t('errors.alert.threshold', bounds)
          }
          slotProps={{
            htmlInput: { inputMode: 'numeric', 'aria-label': `${name} : ${t(`alerts.rules.threshold.${rule.unit}`)}` },
          }}
          sx={{ flex: 1 }}
        />
        {may && Number(typed) !== rule.threshold && (
          <Button type="submit" variant="contained" disabled={!within || set.isPending}>
            {t('alerts.rules.save')}
          </Button>
        )}
      </Box>
      <Switch
        checked={rule.enabled}
        disabled={!may || set.isPending}
        onChange={(_, on) => change(on, rule.threshold)}
        slotProps={{ input: { 'aria-label': t('alerts.rules.on', { rule: name }) } }}
      />
    </Box>
  );
}
