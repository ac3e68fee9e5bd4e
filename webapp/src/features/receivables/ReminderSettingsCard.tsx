import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { type ReminderSettings, type ReminderText, useReminderSettings, useSaveSettings } from './queries';

/** Whether clients are reminded each day, after how many days, and in which words. */
export function ReminderSettingsCard() {
  const t = useT();
  const operation = useOperation();
  const settings = useReminderSettings(operation.id);
  return (
    <Card component="section" aria-label={t('receivables.settings.title')}>
      <CardContent>
        <Typography variant="h2" gutterBottom>
          {t('receivables.settings.title')}
        </Typography>
        {settings.isPending && <RowsSkeleton rows={3} />}
        {settings.isError && <ErrorPanel error={settings.error} onRetry={() => settings.refetch()} />}
        {settings.data && <Form key={JSON.stringify(settings.data)} settings={settings.data} />}
      </CardContent>
    </Card>
  );
}

const same = (a: ReminderText, level: number, language: string) => a.level === level && a.language === language;

function Form({ settings }: { settings: ReminderSettings }) {
  const t = useT();
  const words = useErrorText();
  const may = useCan()('reminder:update');
  const save = useSaveSettings(useOperation().id);
  const [enabled, setEnabled] = useState(settings.enabled);
  const [days, setDays] = useState(settings.days.map(String));
  const [level, setLevel] = useState(1);
  const [language, setLanguage] = useState<ReminderText['language']>(settings.texts[0]?.language ?? 'fr');
  const [texts, setTexts] = useState(settings.texts);
  const text = texts.find((one) => same(one, level, language));
  const change = (part: Partial<ReminderText>) =>
    setTexts(texts.map((one) => (same(one, level, language) ? { ...one, ...part, own: true } : one)));
  const own = texts.filter((one) => one.own);
  const problems = asApiError(save.error)?.fields ?? [];
  // What the contract refuses counts by points, what core refuses in brackets.
  const problemAt = (field: string) => problems.find((one) => one.field?.replace(/\[(\d+)\]/g, '.$1') === field);
  const at = (field: string) => {
    const problem = problemAt(field);
    return problem ? { error: true, helperText: words(problem) } : {};
  };
  const atText = (part: 'subject' | 'body') => (text?.own ? at(`texts.${own.indexOf(text)}.${part}`) : {});
  // Texts of other levels and languages are not on the screen.
  const elsewhere = own.flatMap((one, n) => {
    if (one === text) return [];
    return (['subject', 'body'] as const).flatMap((part) => {
      const problem = problemAt(`texts.${n}.${part}`);
      const name = t(`receivables.settings.${part}`);
      const language = t(`enums.ReminderLanguage.${one.language}`);
      return problem
        ? [t('receivables.settings.elsewhere', { level: one.level, language, name, text: words(problem) })]
        : [];
    });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      {
        enabled,
        days: days.map(Number),
        texts: own.map(({ own: _, ...one }) => one),
      },
      { onSuccess: () => notify(t('receivables.settings.saved')) },
    );
  };
  const languages = [...new Set(settings.texts.map((one) => one.language))];
  return (
    <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2 }}>
      {save.isError && (
        <Alert severity="error" role="alert">
          {words(save.error)}
          {elsewhere.map((one) => (
            <div key={one}>{one}</div>
          ))}
        </Alert>
      )}
      <FormControlLabel
        control={<Switch checked={enabled} onChange={(_, on) => setEnabled(on)} disabled={!may} />}
        label={t('receivables.settings.enabled')}
      />
      <Typography color="textSecondary" variant="body2">
        {t('receivables.settings.hint')}
      </Typography>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        {days.map((value, n) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: the three levels stay in their order
            key={n}
            type="number"
            fullWidth={false}
            label={t('receivables.settings.days', { level: n + 1 })}
            value={value}
            disabled={!may}
            onChange={({ target }) => setDays(days.map((one, other) => (other === n ? target.value : one)))}
            {...at(`days.${n}`)}
            slotProps={{ htmlInput: { min: 1, max: 365 } }}
            sx={{ width: 220 }}
          />
        ))}
      </Stack>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        <TextField
          select
          fullWidth={false}
          label={t('receivables.field.level')}
          value={level}
          onChange={({ target }) => setLevel(Number(target.value))}
          sx={{ width: 140 }}
        >
          {[1, 2, 3].map((one) => (
            <MenuItem key={one} value={one}>
              {one}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          fullWidth={false}
          label={t('receivables.settings.language')}
          value={language}
          onChange={({ target }) => setLanguage(target.value as ReminderText['language'])}
          sx={{ width: 220 }}
        >
          {languages.map((one) => (
            <MenuItem key={one} value={one}>
              {t(`enums.ReminderLanguage.${one}`)}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
      {text && (
        <>
          <TextField
            label={t('receivables.settings.subject')}
            value={text.subject}
            disabled={!may}
            {...atText('subject')}
            onChange={({ target }) => change({ subject: target.value })}
          />
          <TextField
            label={t('receivables.settings.body')}
            helperText={t('receivables.settings.bodyHint')}
            value={text.body}
            disabled={!may}
            multiline
            minRows={6}
            {...atText('body')}
            onChange={({ target }) => change({ body: target.value })}
          />
          {text.own && <Typography variant="body2">{t('receivables.settings.own')}</Typography>}
        </>
      )}
      {may && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Button type="submit" variant="contained" loading={save.isPending}>
            {t('receivables.settings.save')}
          </Button>
          {text?.own && (
            <Button
              color="inherit"
              onClick={() => setTexts(texts.map((one) => (same(one, level, language) ? { ...one, own: false } : one)))}
            >
              {t('receivables.settings.default')}
            </Button>
          )}
        </Stack>
      )}
    </Stack>
  );
}
