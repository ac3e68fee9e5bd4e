import CloudDownloadOutlined from '@mui/icons-material/CloudDownloadOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { isDay } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { DayField } from '../../../design/DayField';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { TaskProgress } from '../../../design/TaskProgress';
import { useRefusalTexts } from '../../../design/useProblemText';
import { importResultOf, type Job, type Pulls } from '../imports';
import { LastImport } from '../LastImport';
import { ImportDecision } from '../newImport/ImportDecision';
import { ImportDone } from '../newImport/ImportDone';
import { useJobToTheEnd } from '../newImport/useImportFlow';
import { ProblemLines } from '../ProblemLines';
import { useStartPull } from '../queries';
import { SuspectedList } from '../SuspectedList';
import { WarningList } from '../WarningList';

/** The operator's service: asked now when somebody wants it, for days of one's choice, and by itself where that is set. */
export function ServicePull({ pulls: { next, last, oldest } }: { pulls: Pulls }) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const { id: operationId, dso } = useOperation();
  const [dateFrom, setDateFrom] = useState('');
  const [dateTo, setDateTo] = useState('');
  const start = useStartPull();
  // An import has the id of its job: one that runs is found again after a reload.
  const asked = start.data?.id ?? (last?.status === 'STARTED' ? last.id : undefined);
  const job = useJobToTheEnd(asked);
  const running = start.isPending || job.data?.status === 'PENDING';
  const days = { ...(dateFrom && { dateFrom }), ...(dateTo && { dateTo }) };
  return (
    <Stack sx={{ gap: 1.5, minWidth: 0 }}>
      <Typography color="textSecondary" sx={{ maxWidth: '90ch' }}>
        {t('curveImport.pull.service', { dso: t(`enums.Dso.${dso}`) })}{' '}
        {next && t('curveImport.pull.daily', { when: formats.instant(next) })}
      </Typography>
      <LastImport shown={last} none={t('curveImport.pull.none')} />
      <Outcome error={start.error ?? job.error} job={job.data} onDecided={() => void job.refetch()} />
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <DayField
          label={t('curveImport.pull.from')}
          value={dateFrom}
          min={oldest}
          onChange={setDateFrom}
          sx={dayWidth}
        />
        <DayField
          label={t('curveImport.pull.to')}
          value={dateTo}
          min={isDay(dateFrom) ? dateFrom : oldest}
          onChange={setDateTo}
          sx={dayWidth}
        />
        <Button
          variant="outlined"
          startIcon={<CloudDownloadOutlined />}
          loading={running}
          disabled={[dateFrom, dateTo].some((day) => day !== '' && !isDay(day))}
          onClick={() => start.mutate({ params: { path: { operationId } }, body: days })}
        >
          {t('curveImport.pull.now')}
        </Button>
      </Stack>
    </Stack>
  );
}

const dayWidth = { width: 180 };

interface OutcomeProps {
  error: unknown;
  job: Job | undefined;
  onDecided: () => void;
}

function Outcome({ error, job, onDecided }: OutcomeProps): ReactNode {
  const t = useT();
  if (asApiError(error)?.key === 'pull.nothingToAsk') {
    return (
      <Alert severity="info" variant="outlined" role="status">
        {t('errors.pull.nothingToAsk')}
      </Alert>
    );
  }
  if (error) return <ErrorPanel error={error} />;
  const result = importResultOf(job);
  switch (job?.status) {
    case 'PENDING':
      return <TaskProgress label={t('curveImport.pull.running')} status="PENDING" progress={job.progress} />;
    case 'FAILURE':
      if (result?.suspectedCount) {
        return (
          <>
            <SuspectedList result={result} />
            <ImportDecision importId={job.id} status="SUSPECTED" onDecided={onDecided} />
          </>
        );
      }
      return <ProblemLines problems={job.errors ?? []} dryRun={false} />;
    case 'SUCCESS':
      return result ? (
        <>
          <ImportDone result={result} />
          <WarningList warnings={result.warnings ?? []} count={result.warningCount} />
        </>
      ) : null;
    default:
      return null;
  }
}
