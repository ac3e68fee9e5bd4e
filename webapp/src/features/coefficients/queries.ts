import { downloadName, type Schemas } from '@openpmo/sdk';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { saveBlob } from '../../design/files';

const configsPath = '/operations/{operationId}/energy-allocation/configs';
const draftsPath = '/operations/{operationId}/energy-allocation/drafts';
const draftPath = '/operations/{operationId}/energy-allocation/drafts/{draftId}';
const coefficientsPath = '/operations/{operationId}/energy-allocation/coefficients';
const silent = { meta: { silent: true } } as const;
const of = (operationId: string) => ({ params: { path: { operationId } } });

/** The key that holds today. */
export const useLastConfig = (operationId: string) =>
  api.useQuery('get', '/energy-allocation/config/last', { params: { query: { operationId } } }, silent);

/** All versions, newest first. */
export const useConfigs = (operationId: string) => api.useQuery('get', configsPath, of(operationId), silent);

export const useDrafts = (operationId: string) => api.useQuery('get', draftsPath, of(operationId), silent);

export const useSeasonality = (operationId: string) =>
  api.useQuery('get', '/energy-allocation/seasonality', { params: { query: { operationId } } }, silent);

export const useParticipants = (operationId: string) =>
  api.useQuery('get', '/operations/{operationId}/participants', of(operationId), silent);

/** One draft with the tag that a change of it must carry. */
export function useDraft(operationId: string, draftId: string | undefined) {
  return useQuery({
    queryKey: ['get', draftPath, operationId, draftId],
    enabled: draftId !== undefined,
    queryFn: async () => {
      const { data, response } = await client.GET(draftPath, {
        params: { path: { operationId, draftId: draftId ?? '' } },
      });
      return { draft: data, etag: response.headers.get('etag') ?? undefined };
    },
    // A change must start from what the server has now.
    staleTime: 0,
    ...silent,
  });
}

const keyPaths = [
  '/energy-allocation/config/last',
  '/energy-allocation/seasonality',
  configsPath,
  draftsPath,
  coefficientsPath,
];

/** Whatever depends on the key: versions, drafts, seasons and months to send; also a draft that is still there. */
function forgetKeys(queries: QueryClient, { draft = true } = {}) {
  const paths = draft ? [...keyPaths, draftPath] : keyPaths;
  return Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: ['get', path] })));
}

type Config = Schemas['AllocationConfig'];

export interface NewVersion {
  body: Schemas['AllocationConfigCreation'];
  /** The version by groups that the new one comes from: refused when another is in force by now. */
  poolsOf?: string | undefined;
}

/** Sets the key from a day on, or stores it as a draft. */
export function useCreateConfig(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, poolsOf }: NewVersion): Promise<Config | undefined> => {
      if (poolsOf === undefined || body.draft || !body.pools) {
        const { data } = await client.POST('/energy-allocation/config', { params: { query: { operationId } }, body });
        return data;
      }
      const { pools, effectiveDate, reason } = body;
      const { data } = await client.POST('/energy-allocation/config-pools', {
        params: { query: { allocationAlgorithmId: poolsOf } },
        body: { pools, ...(effectiveDate ? { effectiveDate } : {}), ...(reason ? { reason } : {}) },
      });
      return data;
    },
    onSuccess: () => forgetKeys(queries),
    ...silent,
  });
}

export interface DraftChange {
  draftId: string;
  etag: string | undefined;
  body: Schemas['AllocationDraftUpdate'];
}

const match = (etag: string | undefined) => (etag ? { 'If-Match': etag } : {});

export function useUpdateDraft(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ draftId, etag, body }: DraftChange) => {
      const { data } = await client.PUT(draftPath, {
        params: { path: { operationId, draftId }, header: match(etag) },
        body,
      });
      return data;
    },
    onSuccess: () => forgetKeys(queries),
    ...silent,
  });
}

export interface Publication {
  draftId: string;
  /** Stored first, where the draft was changed on the page. */
  change?: Omit<DraftChange, 'draftId'> | undefined;
  body: Schemas['AllocationDraftPublication'];
}

/** Puts a draft in force; it is then a version and no draft any more. */
export function usePublishDraft(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ draftId, change, body }: Publication) => {
      const path = { operationId, draftId };
      if (change) {
        await client.PUT(draftPath, { params: { path, header: match(change.etag) }, body: change.body });
      }
      const { data } = await client.POST(`${draftPath}/publish`, { params: { path }, body });
      return data;
    },
    // Also after a refusal: the changes may be stored all the same.
    onSettled: (_version, error) => forgetKeys(queries, { draft: error !== null }),
    ...silent,
  });
}

export function useDeleteDraft(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (draftId: string) => {
      await client.DELETE(draftPath, { params: { path: { operationId, draftId } } });
    },
    onSuccess: () => forgetKeys(queries, { draft: false }),
    ...silent,
  });
}

/** Sets the seasons from a day on. */
export function useCreateSeasonality(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['SeasonalityCreation']) => {
      const { data } = await client.POST('/energy-allocation/seasonality', {
        params: { query: { operationId } },
        body,
      });
      return data;
    },
    onSuccess: () => forgetKeys(queries),
    ...silent,
  });
}

/** The months of a period, newest first, each with its coefficients. */
export const useCoefficientMonths = (operationId: string, period: { dateFrom: string; dateTo: string }) =>
  api.useQuery('get', coefficientsPath, { params: { path: { operationId }, query: period } }, silent);

function useForgetSets() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['get', coefficientsPath] });
}

/** Makes the coefficients of a month; what is wrong with its curves comes back as a refusal. */
export const useMakeSet = () => api.useMutation('post', coefficientsPath, { ...silent, onSuccess: useForgetSets() });

/** Records that a set was sent, acknowledged, refused or applied. */
export const useRecordStep = () =>
  api.useMutation('post', `${coefficientsPath}/{setId}/steps`, { ...silent, onSuccess: useForgetSets() });

/** Saves a file for the operator under the name that the operator expects. */
export function useDownloadFile(operationId: string) {
  return useMutation({
    mutationFn: async ({ setId, fileName }: { setId: string; fileName: string }) => {
      const { data, response } = await client.GET(`${coefficientsPath}/{setId}/files/{fileName}`, {
        params: { path: { operationId, setId, fileName } },
        parseAs: 'blob',
      });
      if (data) saveBlob(data as unknown as Blob, downloadName(response, fileName));
    },
  });
}

function formOf(files: readonly File[], dryRun = false): FormData {
  const form = new FormData();
  for (const file of files) form.append('files', file, file.name);
  if (dryRun) form.set('dryRun', 'true');
  return form;
}

/** Reads files back and compares them with a set; nothing is stored. */
export function useCheckFiles(operationId: string) {
  return useMutation({
    mutationFn: async ({ setId, files }: { setId: string; files: readonly File[] }) => {
      const { data } = await client.POST(`${coefficientsPath}/{setId}/check`, {
        params: { path: { operationId, setId } },
        body: { files: files.map(({ name }) => name) },
        bodySerializer: () => formOf(files),
      });
      return data;
    },
    ...silent,
  });
}

/** Takes coefficient files in as those of their month, or only looks at them. */
export function useImportFiles(operationId: string) {
  const forget = useForgetSets();
  return useMutation({
    mutationFn: async ({ files, dryRun }: { files: readonly File[]; dryRun: boolean }) => {
      const { data } = await client.POST(`${coefficientsPath}/import`, {
        params: { path: { operationId } },
        body: { files: files.map(({ name }) => name) },
        bodySerializer: () => formOf(files, dryRun),
      });
      return data;
    },
    onSuccess: (_data, { dryRun }) => (dryRun ? undefined : forget()),
    ...silent,
  });
}
