import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';

export interface TaskProgressProps {
  label: string;
  status: 'PENDING' | 'SUCCESS' | 'FAILURE';
  progress?: { pending: number; success: number; failure: number; total: number } | undefined;
  children?: ReactNode;
}

/** A job of the server while it runs and once it is done: bar, counts, words. */
export function TaskProgress({ label, status, progress, children }: TaskProgressProps) {
  const t = useT();
  const done = progress ? progress.total - progress.pending : 0;
  const known = progress !== undefined && progress.total > 0;
  const failed = status === 'FAILURE' || (progress?.failure ?? 0) > 0;
  return (
    <Stack spacing={0.75}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2, flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600 }}>{label}</Typography>
        <Typography role="status" color="textSecondary">
          {t(stateOf(status, failed))}
          {known && ` · ${t('design.task.pending', { done, total: progress.total })}`}
        </Typography>
      </Stack>
      <LinearProgress
        aria-label={label}
        color={failed ? 'warning' : 'primary'}
        variant={known || status !== 'PENDING' ? 'determinate' : 'indeterminate'}
        value={known ? (100 * done) / progress.total : 100}
        sx={{ height: 8, borderRadius: 4 }}
      />
      {known && (
        <Typography variant="caption" color="textSecondary">
          {t('design.task.success', { smart_count: progress.success })}
          {progress.failure > 0 && ` · ${t('design.task.failure', { smart_count: progress.failure })}`}
        </Typography>
      )}
      {children}
    </Stack>
  );
}

function stateOf(status: TaskProgressProps['status'], failed: boolean) {
  if (status === 'PENDING') return 'design.task.running';
  if (status === 'FAILURE') return 'design.task.failed';
  return failed ? 'design.task.doneWithFailures' : 'design.task.done';
}
