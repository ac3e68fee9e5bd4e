import type { Schemas } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../../api/client';
import { forget } from '../../../api/forget';

export type Settlement = Schemas['Settlement'];
export type SettlementCreation = Schemas['SettlementCreation'];

const path = '/operations/{operationId}/payments/settlements';
const silent = { meta: { silent: true } } as const;

/** What was paid of an invoice, and what came back. */
export const useSettlements = (operationId: string, invoiceId: string) =>
  api.useQuery('get', path, { params: { path: { operationId }, query: { invoiceId } } }, silent);

/** Records that invoices were paid, or that money came back. The form shows the failure. */
export function useRecordSettlements(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: SettlementCreation) =>
      (await client.POST(path, { params: { path: { operationId } }, body })).data ?? [],
    onSuccess: () => forget(queries, 'payment'),
    ...silent,
  });
}

/** Withdraws what was recorded by mistake. */
export function useWithdrawSettlement(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (settlementId: string) => {
      await client.POST(`${path}/{settlementId}/withdraw`, { params: { path: { operationId, settlementId } } });
    },
    onSettled: () => forget(queries, 'payment'),
  });
}
