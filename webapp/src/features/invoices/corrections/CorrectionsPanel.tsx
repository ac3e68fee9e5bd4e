import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { StatusChip } from '../../../design/StatusChip';
import { ThingLink } from '../../../design/ThingLink';
import { useErrorText, useRefusalTexts } from '../../../design/useProblemText';
import { costsDiffer, costsOf, differenceOf, undecided } from './corrections';
import { type Correction, useCorrectionSettings, useCorrections } from './queries';

// Forms are not needed to read.
const DecisionDialog = lazy(() => import('./DecisionDialog').then((module) => ({ default: module.DecisionDialog })));
const ThresholdDialog = lazy(() => import('./ThresholdDialog').then((module) => ({ default: module.ThresholdDialog })));

/** Which issued invoices the curves of now would have made otherwise, and what is decided of them. */
export function CorrectionsPanel() {
  const t = useT();
  const formats = useFormats();
  const can = useCan();
  const operation = useOperation();
  const readable = can('correction:read');
  const list = useCorrections(operation.id, readable).data ?? [];
  const settings = useCorrectionSettings(operation.id, readable).data;
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [deciding, setDeciding] = useState<'correct' | 'keep'>();
  const [threshold, setThreshold] = useState(false);
  const here = useRef<HTMLElement>(null);
  const asked = useLocation().hash === '#corrections';
  const known = settings !== undefined;
  useEffect(() => {
    if (asked && known) here.current?.scrollIntoView?.({ block: 'start' });
  }, [asked, known]);
  if (!settings || (list.length === 0 && !asked)) return null;
  const open = list.filter(({ state }) => state === 'OPEN');
  const shown = all ? list : open;
  const may = can('correction:update');
  const choosable = may ? shown.filter(undecided) : [];
  const picked = choosable.filter(({ id }) => chosen.includes(id));
  const pick = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  const amount = formats.money(settings.thresholdCents);
  return (
    <Card
      component="section"
      ref={here}
      id="corrections"
      variant="outlined"
      aria-labelledby="corrections-title"
      sx={{ p: 2, mb: 2 }}
    >
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography id="corrections-title" component="h2" variant="h6">
          {t('invoices.corrections.title')}
        </Typography>
        {list.length > open.length && (
          <ToggleButtonGroup
            size="small"
            exclusive
            aria-label={t('invoices.corrections.shown')}
            value={all}
            onChange={(_, value: boolean | null) => value !== null && setAll(value)}
          >
            <ToggleButton value={false}>{`${t('invoices.corrections.toDecide')} (${open.length})`}</ToggleButton>
            <ToggleButton value={true}>{`${t('invoices.corrections.all')} (${list.length})`}</ToggleButton>
          </ToggleButtonGroup>
        )}
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
        {open.length > 0
          ? `${t('invoices.corrections.about')} ${t('invoices.corrections.threshold', { amount })}`
          : t('invoices.corrections.none', { amount })}{' '}
        {may && (
          <Button size="small" onClick={() => setThreshold(true)} sx={{ verticalAlign: 'baseline', p: 0, minWidth: 0 }}>
            {t('invoices.corrections.changeThreshold')}
          </Button>
        )}
      </Typography>
      {shown.length > 0 && (
        <Stack component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none', maxHeight: 560, overflowY: 'auto' }}>
          {shown.map((one) => (
            <Line
              key={one.id}
              correction={one}
              checked={chosen.includes(one.id)}
              {...(may && undecided(one) ? { onPick: () => pick(one.id) } : {})}
            />
          ))}
        </Stack>
      )}
      {choosable.length > 0 && (
        <Stack direction="row" sx={{ gap: 1, mt: 1, flexWrap: 'wrap' }}>
          <Button size="small" color="inherit" onClick={() => setChosen(choosable.map(({ id }) => id))}>
            {t('invoices.corrections.selectAll')}
          </Button>
          <Button
            size="small"
            variant="contained"
            disabled={picked.length === 0}
            onClick={() => setDeciding('correct')}
          >
            {t('invoices.corrections.correct')}
          </Button>
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            disabled={picked.length === 0}
            onClick={() => setDeciding('keep')}
          >
            {t('invoices.corrections.keep')}
          </Button>
        </Stack>
      )}
      <Suspense fallback={null}>
        {deciding && (
          <DecisionDialog
            corrections={picked}
            keep={deciding === 'keep'}
            onClose={() => setDeciding(undefined)}
            onDone={() => setChosen([])}
          />
        )}
        {threshold && <ThresholdDialog cents={settings.thresholdCents} onClose={() => setThreshold(false)} />}
      </Suspense>
    </Card>
  );
}

function Line({ correction, checked, onPick }: { correction: Correction; checked: boolean; onPick?: () => void }) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const words = useErrorText();
  const { before, after, pairs, problem, creditNote, heldDraftsNumber } = correction;
  const name = `${correction.invoiceNumber} · ${correction.billableEntityName}`;
  const difference = differenceOf(correction);
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 1, py: 1, borderTop: 1, borderColor: 'divider', alignItems: 'flex-start' }}
    >
      {onPick && (
        <Checkbox
          checked={checked}
          onChange={onPick}
          slotProps={{ input: { 'aria-label': t('invoices.corrections.select', { name }) } }}
          sx={{ p: 0.5 }}
        />
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <ThingLink thing="invoice" id={correction.invoiceId}>
            {name}
          </ThingLink>
          <StatusChip kind="CorrectionState" status={correction.state} />
          <Typography component="span" variant="body2" color="textSecondary">
            {correction.billingEntityName} · {formats.dayRange(correction.periodStart, correction.periodEnd)}
          </Typography>
        </Stack>
        <Typography variant="body2">
          {formats.energy(before.energyMilliWh)} → {formats.energy(after.energyMilliWh)} ·{' '}
          {formats.money(correction.amountCents)} →{' '}
          {correction.priced ? formats.money(correction.amountAfterCents) : t('invoices.corrections.unpriced')}
          {correction.priced && (
            <strong>
              {' '}
              ({difference > 0 ? '+' : ''}
              {formats.money(difference)})
            </strong>
          )}
        </Typography>
        {correction.costsDiffer && (
          <Typography variant="body2">
            {t('invoices.corrections.costs', {
              before: formats.money(costsOf(pairs, 'before')),
              after: formats.money(costsOf(pairs, 'after')),
            })}
          </Typography>
        )}
        {problem && (
          <Typography variant="body2" color="error">
            {words(problem)}
          </Typography>
        )}
        {heldDraftsNumber > 0 && (
          <Typography variant="body2" color="textSecondary">
            {t('invoices.corrections.held', { smart_count: heldDraftsNumber })}
          </Typography>
        )}
        {(correction.decidedByName || creditNote) && (
          <Typography variant="body2" color="textSecondary">
            {[
              correction.decidedByName &&
                correction.decidedAt &&
                t('invoices.corrections.decidedBy', {
                  name: correction.decidedByName,
                  at: formats.instant(correction.decidedAt),
                }),
              correction.reason,
              creditNote && t('invoices.corrections.credited', { number: creditNote.number }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
        )}
        {pairs.length > 1 && (
          <details>
            <summary>{t('invoices.corrections.pairs')}</summary>
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {pairs.map((pair) => (
                <Typography
                  component="li"
                  variant="body2"
                  color="textSecondary"
                  key={`${pair.consumerId} ${pair.producerId ?? ''}`}
                >
                  {t('invoices.corrections.pair', {
                    consumer: pair.consumerName,
                    producer: pair.producerName ?? t('invoices.corrections.fromAll'),
                  })}
                  {' : '}
                  {t('invoices.corrections.pairLine', {
                    energyBefore: formats.energy(pair.before.energyMilliWh),
                    energyAfter: formats.energy(pair.after.energyMilliWh),
                    before: formats.money(pair.before.netCents),
                    after: formats.money(pair.after.netCents),
                  })}
                  {costsDiffer(pair) &&
                    `, ${t('invoices.corrections.pairCosts', {
                      before: formats.money(pair.before.costsCents ?? 0),
                      after: formats.money(pair.after.costsCents ?? 0),
                    })}`}
                </Typography>
              ))}
            </Box>
          </details>
        )}
      </Box>
    </Box>
  );
}
