import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { operationsKey } from '../../api/operations';
import type { Job } from './model';

const quiet = { meta: { silent: true } } as const;
const jobPollMs = 1000;
const historyPollMs = 3000;
const historyRows = 20;

export interface Upload {
  files: readonly File[];
  /** Files without a status of their own are taken as definitive. */
  definitive: boolean;
  /** Read and compare only. */
  dryRun: boolean;
}

function formOf({ files, definitive, dryRun }: Upload): FormData {
  const form = new FormData();
  for (const file of files) form.append('files', file, file.name);
  if (definitive) form.set('status', 'definitive');
  if (dryRun) form.set('dryRun', 'true');
  return form;
}

/** Sends the files; the answer is a job that goes on by itself. The screen shows a refusal. */
export function useSendFiles(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (upload: Upload): Promise<Job | undefined> => {
      const { data } = await client.POST('/operations/{operationId}/measurements/imports', {
        params: { path: { operationId } },
        body: { files: upload.files.map(({ name }) => name) },
        bodySerializer: () => formOf(upload),
      });
      return data;
    },
    onSuccess: (_job, { dryRun }) => (dryRun ? undefined : forgetImports(queries)),
    ...quiet,
  });
}

/** A job, asked for each second until it is over. */
export function useJob(jobId: string | undefined) {
  return api.useQuery(
    'get',
    '/jobs/{jobId}',
    { params: { path: { jobId: jobId ?? '' } } },
    {
      ...quiet,
      enabled: jobId !== undefined,
      staleTime: 0,
      refetchInterval: (query) =>
        query.state.status !== 'error' && (query.state.data?.status ?? 'PENDING') === 'PENDING' ? jobPollMs : false,
    },
  );
}

/** The latest imports, newest first; asked again while one is running. */
export function useImports(operationId: string) {
  return api.useQuery(
    'get',
    '/operations/{operationId}/measurements/imports',
    { params: { path: { operationId }, query: { limit: historyRows } } },
    {
      ...quiet,
      refetchInterval: (query) =>
        query.state.data?.some(({ status }) => status === 'STARTED') ? historyPollMs : false,
    },
  );
}

export const useDateRanges = (operationId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/measurements/date-ranges',
    { params: { path: { operationId } } },
    quiet,
  );

export const useDefinitiveMonths = (operationId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/measurements/definitive-months',
    { params: { path: { operationId } } },
    quiet,
  );

/** The dialog shows a refusal. */
export function useDeclareMonth() {
  const queries = useQueryClient();
  return api.useMutation('post', '/operations/{operationId}/measurements/definitive-months', {
    ...quiet,
    onSuccess: () => forgetMeasurements(queries),
  });
}

export function useRevokeMonth() {
  const queries = useQueryClient();
  return api.useMutation('delete', '/operations/{operationId}/measurements/definitive-months/{month}', {
    onSuccess: () => forgetMeasurements(queries),
  });
}

const forgetImports = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: ['get', '/operations/{operationId}/measurements/imports'] });

/** All that rests on curves is asked for anew. */
export function forgetMeasurements(queries: QueryClient): Promise<unknown> {
  const rests = (path: unknown) => typeof path === 'string' && /measurements|distribution|billing/.test(path);
  return Promise.all([
    queries.invalidateQueries({ predicate: ({ queryKey }) => rests(queryKey[1]) }),
    queries.invalidateQueries({ queryKey: operationsKey }),
  ]);
}
