import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import { uploadEventQuery } from '../../api/uploadEvent';
import type { Job } from './imports';
import type { FileAnswers, FileMapping } from './mappings/fileAnswers';

const quiet = { meta: { silent: true } } as const;
const jobPollMs = 1000;
const historyPollMs = 3000;

export interface Upload {
  files: readonly File[];
  /** Files without a status of their own are taken as definitive. */
  definitive: boolean;
  /** Read and compare only. */
  dryRun: boolean;
  /** What looks like a mistake is none. */
  acceptSuspected?: boolean;
  /** What was said about files of an unusual layout. */
  answers?: readonly FileAnswers[];
}

function formOf({ files, definitive, dryRun, acceptSuspected, answers = [] }: Upload): FormData {
  const form = new FormData();
  for (const file of files) form.append('files', file, file.name);
  if (definitive) form.set('status', 'definitive');
  if (dryRun) form.set('dryRun', 'true');
  if (acceptSuspected) form.set('acceptSuspected', 'true');
  for (const one of answers) form.append('mapping', new Blob([JSON.stringify(one)], { type: 'application/json' }));
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
    onSuccess: (_job, { dryRun }) => (dryRun ? undefined : forget(queries, 'metering')),
    ...quiet,
  });
}

/**
 * Sends the two files of an upload. What became of the one before is forgotten: the new one
 * is asked about ten seconds later. The panel shows a refusal.
 */
export function useSendUpload(operationId: string) {
  const queries = useQueryClient();
  const path = { params: { path: { operationId } } };
  return useMutation({
    mutationFn: async (files: readonly File[]) => {
      await client.POST('/operations/{operationId}/measurements/upload-permanent-dataset', {
        ...path,
        body: { files: files.map(({ name }) => name) },
        bodySerializer: () => formOf({ files, definitive: false, dryRun: false }),
      });
    },
    onSuccess: (_none, files) =>
      queries.setQueryData(uploadEventQuery(operationId).queryKey, {
        status: 'started',
        startedAt: new Date().toISOString(),
        files: files.map(({ name, size }) => ({ name, size })),
      }),
    ...quiet,
  });
}

/** Agrees to a held import, which goes on as a job. */
export function useConfirmImport() {
  const queries = useQueryClient();
  return api.useMutation('post', '/operations/{operationId}/measurements/imports/{importId}/confirm', {
    ...quiet,
    onSuccess: () => forget(queries, 'metering'),
  });
}

/** Takes an import back: what it replaced is there again. */
export function useUndoImport() {
  const queries = useQueryClient();
  return api.useMutation('post', '/operations/{operationId}/measurements/imports/{importId}/undo', {
    ...quiet,
    onSuccess: () => forget(queries, 'metering'),
  });
}

const pullsPath = '/operations/{operationId}/measurements/pulls';

/** What the operation gets without anybody sending files; asked again while a look that somebody wanted goes on. */
export function usePulls(operationId: string) {
  const queries = useQueryClient();
  const pulls = api.useQuery(
    'get',
    pullsPath,
    { params: { path: { operationId } } },
    {
      ...quiet,
      refetchInterval: ({ state: { data } }) =>
        data?.looking || data?.taken?.status === 'STARTED' ? jobPollMs : false,
    },
  );
  const { taken } = pulls.data ?? {};
  const now = pulls.data && `${taken?.id} ${taken?.status}`;
  const before = useRef(now);
  useEffect(() => {
    if (before.current !== undefined && before.current !== now) void forget(queries, 'metering');
    before.current = now;
  }, [now, queries]);
  return pulls;
}

/** Looks into the folder for files now; the panel shows a refusal. */
export function useStartLook(operationId: string) {
  const queries = useQueryClient();
  const { queryKey } = api.queryOptions('get', pullsPath, { params: { path: { operationId } } });
  return api.useMutation('post', '/operations/{operationId}/measurements/pulls/look', {
    ...quiet,
    onSuccess: (state) => queries.setQueryData(queryKey, state),
  });
}

/** Asks the operator's service for the last days; the panel shows a refusal. */
export function useStartPull() {
  const queries = useQueryClient();
  return api.useMutation('post', pullsPath, { ...quiet, onSuccess: () => forget(queries, 'metering') });
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

const importsQuery = (operationId: string) =>
  api.queryOptions(
    'get',
    '/operations/{operationId}/measurements/imports',
    { params: { path: { operationId } } },
    quiet,
  );

/** Every import, newest first; asked again while one is running. */
export const useImports = (operationId: string) =>
  useQuery({
    ...importsQuery(operationId),
    refetchInterval: (query) => (query.state.data?.some(({ status }) => status === 'STARTED') ? historyPollMs : false),
  });

export const askImports = (queries: QueryClient, { id }: { id: string }) => queries.prefetchQuery(importsQuery(id));

export const useDateRanges = (operationId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/measurements/date-ranges',
    { params: { path: { operationId } } },
    quiet,
  );

/** The sites whose data has a problem over some days; days that lack among them. */
export const useDataHealth = (operationId: string, days: { from: string; to: string }) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/measurements/health',
    { params: { path: { operationId }, query: { dateFrom: days.from, dateTo: days.to } } },
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
    onSuccess: () => forget(queries, 'metering'),
  });
}

export function useRevokeMonth() {
  const queries = useQueryClient();
  return api.useMutation('delete', '/operations/{operationId}/measurements/definitive-months/{month}', {
    onSuccess: () => forget(queries, 'metering'),
  });
}

const mappingsPath = '/operations/{operationId}/measurements/file-mappings';
const mappingPath = '/operations/{operationId}/measurements/file-mappings/{mappingId}';

/** How files of an unusual layout are read, by name. */
export const useFileMappings = (operationId: string) =>
  api.useQuery('get', mappingsPath, { params: { path: { operationId } } }, quiet);

export interface KeptAnswers {
  /** The mapping that was used; without it there is a new one for the header. */
  mappingId: string | undefined;
  fingerprint: string;
  /** Names of the columns, for people. */
  header: string[];
  name: string;
  answers: FileAnswers;
}

/** Keeps the answers about a header. Who calls tells a refusal. */
export function useSaveMapping(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ mappingId, fingerprint, header, name, answers }: KeptAnswers) => {
      if (mappingId) {
        const params = { path: { operationId, mappingId } };
        await client.PUT(mappingPath, { params, body: { name, answers } });
        return;
      }
      await client.POST(mappingsPath, {
        params: { path: { operationId } },
        body: { name, fingerprint, header, answers },
      });
    },
    onSuccess: () => forget(queries, 'metering'),
    ...quiet,
  });
}

/** A change of what somebody else has changed since it was read is refused. */
export const asSeen = ({ version }: FileMapping) => ({ 'If-Match': `"${version}"` });

/** Changes a mapping; the dialog shows a refusal. */
export function useChangeMapping() {
  const queries = useQueryClient();
  // Also after a refusal: somebody else may have changed it.
  return api.useMutation('put', mappingPath, { ...quiet, onSettled: () => forget(queries, 'metering') });
}

export function useDeleteMapping() {
  const queries = useQueryClient();
  // Also after a refusal: somebody else may have deleted it.
  return api.useMutation('delete', mappingPath, { onSettled: () => forget(queries, 'metering') });
}

/** The sites that a file may be about. */
export const useParticipants = (operationId: string) =>
  api.useQuery('get', '/operations/{operationId}/participants', { params: { path: { operationId } } }, quiet);
