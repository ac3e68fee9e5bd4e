import type { Schemas } from '@openpmo/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../../api/client';
import { forget } from '../../../api/forget';

const configsPath = '/operations/{operationId}/energy-allocation/configs';
const draftsPath = '/operations/{operationId}/energy-allocation/drafts';
const draftPath = '/operations/{operationId}/energy-allocation/drafts/{draftId}';
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
    onSuccess: () => forget(queries, 'allocation'),
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
    onSuccess: () => forget(queries, 'allocation'),
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
    onSettled: (_version, error) => forget(queries, 'allocation', ...(error ? [] : [draftPath])),
    ...silent,
  });
}

export function useDeleteDraft(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (draftId: string) => {
      await client.DELETE(draftPath, { params: { path: { operationId, draftId } } });
    },
    onSuccess: () => forget(queries, 'allocation', draftPath),
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
    onSuccess: () => forget(queries, 'allocation'),
    ...silent,
  });
}

/** Whether anything was measured over some days; undefined until that is known. */
export function useMeasured(operationId: string, days: Schemas['DayRange'], enabled: boolean): boolean | undefined {
  const path = '/operations/{operationId}/measurements/date-ranges';
  const { data } = api.useQuery('get', path, of(operationId), { ...silent, enabled });
  return data?.uploadedData.some(({ from, to }) => from <= days.to && to >= days.from);
}

/** What a key would have given over some days, by the server: nothing is changed by asking. */
export function useWhatIf(operationId: string, body: Schemas['AllocationSimulation'] | undefined) {
  return useQuery({
    queryKey: ['what-if', operationId, body],
    enabled: body !== undefined,
    retry: false,
    queryFn: async () => {
      if (!body) return null;
      const { data } = await client.POST('/operations/{operationId}/energy-allocation/simulations', {
        ...of(operationId),
        body,
      });
      return data ?? null;
    },
    ...silent,
  });
}
