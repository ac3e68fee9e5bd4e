import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { isPending, useRun } from './queries';
import { RunOutcome } from './RunOutcome';

/** What became of a run that the dialog has started: followed until nothing is pending. */
export function RunResult({ runId, onClose }: { runId: string; onClose: () => void }) {
  const t = useT();
  const { id } = useOperation();
  const run = useRun(id, runId);
  return (
    <>
      <DialogContent>
        {run.isPending && <RowsSkeleton rows={3} />}
        {run.isError && <ErrorPanel error={run.error} onRetry={() => run.refetch()} />}
        {run.data && <RunOutcome run={run.data} hasDrafts />}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {t(isPending(run.data) ? 'design.close' : 'billRuns.result.seeDrafts')}
        </Button>
      </DialogActions>
    </>
  );
}
