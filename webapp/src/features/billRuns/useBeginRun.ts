import { asApiError, type Schemas } from '@openpmo/sdk';
import { useRef } from 'react';
import { useErrorText } from '../../design/useProblemText';
import { useStartRun } from './queries';
import { attemptKey } from './runs';

type Mode = Schemas['RunMode'];

/**
 * Starts a run. One that is live already is followed instead of refused; one that is too
 * large to wait for can go to the background.
 */
export function useBeginRun(operationId: string, mode: Mode, onStarted: (runId: string) => void) {
  const words = useErrorText();
  const run = useStartRun();
  // The same request keeps its key, so that trying again after a lost answer starts nothing twice.
  const keys = useRef(new Map<string, string>());
  const start = (billUpTo: string, as: Mode = mode) => {
    const body = { billUpTo, mode: as };
    const what = `${billUpTo} ${as}`;
    const key = keys.current.get(what) ?? attemptKey();
    keys.current.set(what, key);
    run.mutate(
      { params: { path: { operationId }, header: { 'Idempotency-Key': key } }, body },
      {
        onSuccess: (started) => onStarted(started.id),
        onError: (error) => {
          const live = asApiError(error)?.problem;
          if (live?.key === 'run.inProgress' && typeof live.params?.id === 'string') onStarted(live.params.id);
        },
      },
    );
  };
  const failure = asApiError(run.error);
  const tooLarge = failure?.key === 'run.tooLarge';
  return {
    start,
    pending: run.isPending,
    message: failure && words(failure),
    inBackground: tooLarge ? (billUpTo: string) => start(billUpTo, 'ASYNC') : undefined,
  };
}
