import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useT } from '@openpmo/ui/i18n/context';
import type { OperationMonth } from './queries';
import { useDeadline } from './useDeadline';

/** The one thing to do for the month now, by whom and by when. */
export function NextAction({ month: { state, next, steps } }: { month: OperationMonth }) {
  const t = useT();
  const deadline = useDeadline();
  if (!next || state === 'IN_PROGRESS' || state === 'EMPTY') {
    const words = { DONE: 'done', EMPTY: 'empty', IN_PROGRESS: 'inProgress', OPEN: 'done' } as const;
    return (
      <Alert severity={state === 'DONE' ? 'success' : 'info'} variant="outlined" role="status">
        {t(`month.next.${words[state]}`)}
      </Alert>
    );
  }
  const step = steps.find(({ kind }) => kind === next.step);
  const by = deadline(next);
  const words = next.action ? t(`steps.action.${next.action}`) : t('month.next.running');
  return (
    <Alert
      severity={step?.state === 'BLOCKED' ? 'error' : step?.state === 'TODO' ? 'warning' : 'info'}
      variant="outlined"
      role="status"
      sx={{ bgcolor: 'background.paper' }}
    >
      <AlertTitle component="h2" sx={{ fontSize: '0.875rem' }}>
        {t('month.next.label')}
      </AlertTitle>
      <strong>{words}</strong>
      {(by || next.actor === 'ORGANIZER') && `, ${by ?? t('month.next.noDeadline')}`}
      {next.actor && ` · ${t(`month.actor.${next.actor}`)}`}
    </Alert>
  );
}
