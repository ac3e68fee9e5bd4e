import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useQueryClient } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { forget } from '../../../api/forget';
import { useOperation } from '../../../api/operations';
import type { UploadEvent } from '../../../api/uploadEvent';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { firstOf, lastOf } from '../imports';
import { ImportDecision } from '../newImport/ImportDecision';
import { ProblemLines } from '../ProblemLines';
import { WarningList } from '../WarningList';
import { UploadFailure } from './UploadFailure';

/** What became of the latest files, or why the ones just sent were not taken. */
export function UploadOutcome({ event, refused }: { event: UploadEvent | undefined; refused: unknown }) {
  if (refused) {
    const problem = asApiError(refused)?.problem;
    if (!problem?.key) return <ErrorPanel error={refused} />;
    return <UploadFailure error={{ name: problem.key, fields: problem.params ?? {} }} />;
  }
  switch (event?.status) {
    case 'succeeded':
      return <Stored event={event} />;
    case 'failed':
      return <Refused event={event} />;
    default:
      return null;
  }
}

function Stored({ event }: { event: UploadEvent }) {
  const t = useT();
  const formats = useFormats();
  const { id } = useOperation();
  const months = event.months ?? [];
  const [first, last] = [months[0], months.at(-1)];
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Alert severity={event.unchanged ? 'info' : 'success'} variant="outlined" role="status">
        <AlertTitle>{t(event.unchanged ? 'curveUpload.done.unchanged' : 'curveUpload.done.title')}</AlertTitle>
        {t('curveUpload.done.what', {
          months: months.map((month) => formats.day(firstOf(month), 'month')).join(', '),
          points: formats.number(event.points ?? 0),
          registers: formats.number(event.registers ?? 0),
        })}{' '}
        {first && last && (
          <Link component={RouterLink} to={`/pmo/operations/${id}/dashboard?from=${firstOf(first)}&to=${lastOf(last)}`}>
            {t('curveUpload.done.look')}
          </Link>
        )}
        <Sent event={event} />
      </Alert>
      <WarningList warnings={event.warnings ?? []} count={event.warningCount} />
    </Stack>
  );
}

function Refused({ event }: { event: UploadEvent }) {
  const queries = useQueryClient();
  const onDecided = () => void forget(queries, 'metering');
  const problems = event.errors ?? [];
  const inLines = problems.length > 1 || problems.some(({ row }) => row);
  return (
    <Stack sx={{ gap: 1.5, minWidth: 0 }}>
      {inLines ? (
        <ProblemLines problems={problems} dryRun />
      ) : (
        <UploadFailure error={event.error ?? { name: 'internal' }} />
      )}
      {event.id && event.error?.name === 'import.suspected' && (
        <ImportDecision importId={event.id} status="SUSPECTED" onDecided={onDecided} />
      )}
      <Sent event={event} />
    </Stack>
  );
}

/** Which files, when and by whom. */
function Sent({ event }: { event: UploadEvent }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {t('curveUpload.sent', {
        files: (event.files ?? []).map(({ name }) => name).join(', '),
        when: event.startedAt ? formats.instant(event.startedAt) : '',
        who: event.startedBy ?? t('formats.none'),
      })}
    </Typography>
  );
}
