import type { Schemas } from '@openpmo/sdk';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../../api/client';
import { forget } from '../../../api/forget';

export type Correction = Schemas['Correction'];

const path = '/operations/{operationId}/billing/corrections';
const settings = '/operations/{operationId}/billing/correction-settings';
const silent = { meta: { silent: true } } as const;

const correctionsQuery = (operationId: string) =>
  api.queryOptions('get', path, { params: { path: { operationId } } }, silent);

/** Asks for the corrections before they are drawn. */
export const askCorrections = (queries: QueryClient, operationId: string) =>
  queries.prefetchQuery(correctionsQuery(operationId));

/** Issued invoices that the curves of now would have made otherwise. */
export const useCorrections = (operationId: string, enabled: boolean) =>
  useQuery({ ...correctionsQuery(operationId), enabled });

export const useCorrectionSettings = (operationId: string, enabled: boolean) =>
  api.useQuery('get', settings, { params: { path: { operationId } } }, { ...silent, enabled });

export interface Decision {
  keep: boolean;
  ids: string[];
  reason: string;
}

/** Decides; some may be refused, and the others are done. The dialog shows the failure. */
export function useDecide(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ keep, ids, reason }: Decision) => {
      const params = { path: { operationId } };
      const reply = keep
        ? await client.POST(`${path}/keep`, { params, body: { ids, reason } })
        : await client.POST(`${path}/correct`, { params, body: { ids, ...(reason && { reason }) } });
      return reply.data?.results ?? [];
    },
    onSettled: () => forget(queries, 'correction'),
    ...silent,
  });
}

export function useSetThreshold(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (thresholdCents: number) => {
      await client.PUT(settings, { params: { path: { operationId } }, body: { thresholdCents } });
    },
    onSuccess: () => forget(queries, 'correction'),
    ...silent,
  });
}
