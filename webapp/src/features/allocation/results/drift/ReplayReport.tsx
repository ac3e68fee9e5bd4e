import Alert from '@mui/material/Alert';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useProblemText } from '../../../../design/useProblemText';
import { replaySchema } from './schema';

/** What sharing again came to: nothing else than stored, or the months that differ. */
export function ReplayReport({ job, verify }: { job: Schemas['Job']; verify: boolean }) {
  const t = useT();
  const formats = useFormats();
  const words = useProblemText();
  const found = replaySchema.safeParse(job.result);
  if (job.status === 'FAILURE') {
    return (
      <Alert severity="error" variant="outlined">
        {[t('distribution.replay.failed'), ...(job.errors ?? []).map(words)].join(' ')}
      </Alert>
    );
  }
  if (!found.success) return <Alert severity="success">{t('distribution.replay.done')}</Alert>;
  const { differences, months } = found.data;
  const different = months.filter(({ differentSites }) => differentSites > 0);
  const names = different.map(({ month }) => formats.day(`${month}-01`, 'month')).join(', ');
  if (!verify) return <Alert severity="success">{t('distribution.replay.done')}</Alert>;
  return differences === 0 ? (
    <Alert severity="success">{t('distribution.replay.same', { smart_count: months.length })}</Alert>
  ) : (
    <Alert severity="warning" variant="outlined">
      {t('distribution.replay.different', { smart_count: differences, months: names })}
    </Alert>
  );
}
