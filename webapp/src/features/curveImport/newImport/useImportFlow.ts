import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { forget } from '../../../api/forget';
import { useOperation } from '../../../api/operations';
import { type Job, type Stage, stageOf } from '../imports';
import { type Upload, useJob, useSendFiles } from '../queries';

export interface ImportFlow {
  stage: Stage;
  /** The job of the stage: the check, then the import. */
  job: Job | undefined;
  /** The job of the address has not answered yet. */
  loading: boolean;
  /** Files are on their way or a job is running. */
  busy: boolean;
  error: unknown;
  send: (upload: Upload) => void;
  restart: () => void;
  /** Somebody has agreed to a held import, or given it up: its job is asked for anew. */
  decided: () => void;
}

/** An import from choice to end. The running one is in the address, so that a reload finds it again. */
export function useImportFlow(): ImportFlow {
  const { id } = useOperation();
  const [params, setParams] = useSearchParams();
  const runId = params.get('job') ?? undefined;
  const [checkId, setCheckId] = useState<string>();
  const sending = useSendFiles(id);
  const check = useJob(checkId);
  const run = useJob(runId);
  const setRun = useCallback(
    (jobId: string | undefined) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (jobId) next.set('job', jobId);
          else next.delete('job');
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  useWhenOver(run.data?.status);
  const send = (upload: Upload) =>
    sending.mutate(upload, {
      onSuccess: (job) => {
        if (upload.dryRun) setCheckId(job?.id);
        else setRun(job?.id);
      },
    });
  const restart = () => {
    sending.reset();
    setCheckId(undefined);
    if (runId) setRun(undefined);
  };
  const stage = stageOf(checkId ? check.data : undefined, runId ? run.data : undefined);
  const asked = runId ? run : check;
  const waits = (runId !== undefined || checkId !== undefined) && asked.isPending;
  return {
    stage,
    job: runId ? run.data : checkId ? check.data : undefined,
    loading: waits && !asked.isError,
    busy: sending.isPending || waits || stage === 'checking' || stage === 'importing',
    error: sending.error ?? (runId || checkId ? asked.error : null),
    send,
    restart,
    decided: () => void run.refetch(),
  };
}

/** A job of an import, followed until what rests on curves is asked for anew. */
export function useJobToTheEnd(jobId: string | undefined) {
  const job = useJob(jobId);
  useWhenOver(jobId ? job.data?.status : undefined);
  return job;
}

/** Once an import is over, everything that rests on curves is asked for anew. */
function useWhenOver(status: Job['status'] | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (status && status !== 'PENDING') void forget(queries, 'metering');
  }, [status, queries]);
}
