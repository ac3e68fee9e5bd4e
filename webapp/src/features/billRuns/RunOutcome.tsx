import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { later } from '../../design/later';
import { ProblemWords } from '../../design/ProblemWords';
import { type BillRun, isPending } from './queries';
import { generatedOf } from './runs';
import { UnpricedEnergy } from './UnpricedEnergy';

// Most visits only read.
const RunFailures = later(async () => (await import('./review/RunFailures')).RunFailures);

interface RunOutcomeProps {
  run: BillRun;
  /** Drafts of the run still wait to be published: says what to do with them. */
  hasDrafts: boolean;
}

/** A run, live or done: how far it is, what it made, and what stopped the rest. */
export function RunOutcome({ run, hasDrafts }: RunOutcomeProps) {
  const pending = isPending(run);
  return (
    <Stack spacing={2}>
      <Progress run={run} />
      {!pending && <Summary run={run} hasDrafts={hasDrafts} />}
      {run.unpriced && <UnpricedEnergy unpriced={run.unpriced} />}
      {run.invoices.some(({ status }) => status === 'FAILURE') && <RunFailures run={run} />}
    </Stack>
  );
}

/** Success, failure and pending, each by name, number and part of the bar. */
function Progress({ run }: { run: BillRun }) {
  const t = useT();
  const { progress } = run;
  const parts = [
    { key: 'success', count: progress.success, colour: 'success.main' },
    { key: 'failure', count: progress.failure, colour: 'error.main' },
    { key: 'pending', count: progress.pending, colour: 'divider' },
  ] as const;
  const present = parts.filter(({ count }) => count > 0);
  const words = parts.map(({ key, count }) => t(`billRuns.progress.${key}`, { smart_count: count }));
  return (
    <Box>
      {isPending(run) && progress.total === 0 ? (
        <LinearProgress aria-label={t('billRuns.progress.label')} />
      ) : (
        <Box
          role="progressbar"
          aria-label={t('billRuns.progress.label')}
          aria-valuemin={0}
          aria-valuemax={progress.total}
          aria-valuenow={progress.total - progress.pending}
          aria-valuetext={words.join(', ')}
          sx={{ display: 'flex', gap: '2px', height: 10, borderRadius: 5, overflow: 'hidden', bgcolor: 'divider' }}
        >
          {present.map(({ key, count, colour }) => (
            <Box key={key} style={{ flexGrow: count }} sx={{ bgcolor: colour, transition: 'flex-grow 200ms' }} />
          ))}
        </Box>
      )}
      <Stack direction="row" role="status" sx={{ flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, mt: 1 }}>
        {parts.map(({ key, colour }, index) => (
          <Stack key={key} direction="row" sx={{ gap: 0.75, alignItems: 'center' }}>
            <Box aria-hidden sx={{ width: 10, height: 10, borderRadius: '3px', bgcolor: colour }} />
            <span>{words[index]}</span>
          </Stack>
        ))}
      </Stack>
    </Box>
  );
}

/** The counts of a finished run; what is not charged makes no invoice. */
function Summary({ run, hasDrafts }: RunOutcomeProps) {
  const t = useT();
  const formats = useFormats();
  const made = generatedOf(run);
  const free = run.progress.success - made.length;
  const failed = run.progress.failure;
  const amount = made.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
  if (run.progress.total === 0) {
    return (
      <Alert severity="info" variant="outlined">
        <ProblemWords of={{ key: 'run.nothingDue' }} />
      </Alert>
    );
  }
  return (
    <Alert severity={failed > 0 ? 'warning' : 'success'} variant="outlined" role="status">
      <Typography sx={{ fontWeight: 600 }}>
        {t('billRuns.summary.made', { smart_count: made.length, amount: formats.money(amount) })}
        {failed > 0 && ` · ${t('billRuns.failures', { smart_count: failed })}`}
      </Typography>
      {free > 0 && <Typography>{t('billRuns.summary.notCharged', { smart_count: free })}</Typography>}
      {(hasDrafts || failed > 0) && (
        <Typography>{t(failed > 0 ? 'billRuns.summary.nextWithFailures' : 'billRuns.summary.next')}</Typography>
      )}
    </Alert>
  );
}
