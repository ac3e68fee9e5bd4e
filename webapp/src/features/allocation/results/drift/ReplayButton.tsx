import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../../../api/operations';
import { Can } from '../../../../design/Can';
import type { DayRange } from '../../../../design/period';
import { ProblemList } from '../../key/ProblemList';
import { useReplayJob, useStartReplay } from '../queries';
import { ReplayReport } from './ReplayReport';

/** Has our figures of a period computed again, or stored ones verified, and tells what came out. */
export function ReplayButton({ period, verify = false }: { period: DayRange; verify?: boolean }) {
  const t = useT();
  const { id } = useOperation();
  const [jobId, setJobId] = useState<string>();
  const start = useStartReplay(id);
  const job = useReplayJob(jobId);
  const running =
    start.isPending || (jobId !== undefined && !job.isError && (job.data?.status ?? 'PENDING') === 'PENDING');
  return (
    <Can permission="key:replay">
      <Stack spacing={1} sx={{ alignItems: 'inherit', width: '100%' }}>
        <div>
          <Button
            variant="outlined"
            color="inherit"
            className="no-print"
            loading={running}
            onClick={() => start.mutate({ days: period, verify }, { onSuccess: (started) => setJobId(started?.id) })}
          >
            {t(verify ? 'distribution.replay.verify' : 'distribution.replay.compute')}
          </Button>
        </div>
        <ProblemList error={start.error ?? job.error} />
        <div role="status">
          {running && <Typography color="textSecondary">{t('distribution.replay.running')}</Typography>}
          {!running && job.data && <ReplayReport job={job.data} verify={verify} />}
        </div>
      </Stack>
    </Can>
  );
}
