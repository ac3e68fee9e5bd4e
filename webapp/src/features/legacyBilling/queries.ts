import type { Schemas } from '@openpmo/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import type { Operation } from '../../api/operations';

export type BillingConfig = Schemas['BillingConfig'];
export type BillingContract = Schemas['BillingContract'];
export type Bill = Schemas['Bill'];
export type BillType = Schemas['BillType'];
export type BillGeneration = Schemas['BillGeneration'];

const configsPath = '/operations/{operationId}/billing-config';
const contractsPath = '/operations/{operationId}/billing-contracts';
const billsPath = '/operations/{operationId}/bills';
const silent = { meta: { silent: true } } as const;

/** The configs of an operation, or those that a producer sells by. */
export function useConfigs(operationId: string, producerId: string | undefined) {
  const all = api.useQuery(
    'get',
    configsPath,
    { params: { path: { operationId } } },
    { ...silent, enabled: !producerId },
  );
  const own = api.useQuery(
    'get',
    `${configsPath}/by-producer/{producerId}`,
    { params: { path: { operationId, producerId: producerId ?? '' } } },
    { ...silent, enabled: producerId !== undefined },
  );
  return producerId ? own : all;
}

/** The contracts of an operation, or those by which a producer sells. */
export function useContracts(operationId: string, producerId: string | undefined) {
  const all = api.useQuery(
    'get',
    contractsPath,
    { params: { path: { operationId } } },
    { ...silent, enabled: !producerId },
  );
  const own = api.useQuery(
    'get',
    `${contractsPath}/by-producer/{producerId}`,
    { params: { path: { operationId, producerId: producerId ?? '' } } },
    { ...silent, enabled: producerId !== undefined },
  );
  return producerId ? own : all;
}

function useForgetLegacy() {
  const queries = useQueryClient();
  return () => forget(queries, 'legacy');
}

export const useCreateConfig = () => api.useMutation('post', configsPath, { ...silent, onSuccess: useForgetLegacy() });

export const useUpdateConfig = () =>
  api.useMutation('put', `${configsPath}/{billingConfigId}`, { ...silent, onSuccess: useForgetLegacy() });

export const useDeleteConfig = () =>
  api.useMutation('delete', `${configsPath}/{billingConfigId}`, { ...silent, onSuccess: useForgetLegacy() });

export const useCreateContract = () =>
  api.useMutation('post', contractsPath, { ...silent, onSuccess: useForgetLegacy() });

export const useUpdateContract = () =>
  api.useMutation('put', `${contractsPath}/{contractId}`, { ...silent, onSuccess: useForgetLegacy() });

export const useDeleteContract = () =>
  api.useMutation('delete', `${contractsPath}/{contractId}`, { ...silent, onSuccess: useForgetLegacy() });

const migrationPath = '/operations/{operationId}/billing-migration';

export type MigrationPrices = Schemas['MigrationPrices'];

/** What moving to the newer engine would make: the server does it, and keeps nothing. */
export const useMigrationPreview = (operationId: string, prices: MigrationPrices | undefined) =>
  api.useQuery(
    'post',
    migrationPath,
    { params: { path: { operationId } }, body: { dryRun: true, ...(prices ? { prices } : {}) } },
    { ...silent, staleTime: 0 },
  );

/** Moves an operation to the newer engine, after which its menu is another. */
export function useMigrate() {
  const queries = useQueryClient();
  const onSuccess = () => Promise.all([forget(queries, 'legacy'), forget(queries, 'participant')]);
  return api.useMutation('post', migrationPath, { ...silent, onSuccess });
}

/** The bills of an operation, of consumers or of producers, the latest period first. */
export const useBills = (operationId: string, billType: BillType) =>
  api.useQuery('get', billsPath, { params: { path: { operationId }, query: { billType } } }, silent);

/** Makes what is due, none twice. */
export const useGenerateBills = () => api.useMutation('post', billsPath, { ...silent, onSuccess: useForgetLegacy() });

/** Says whether a bill was paid, and what its document is called. */
export const useUpdateBill = () =>
  api.useMutation('put', `${billsPath}/{billId}`, { ...silent, onSuccess: useForgetLegacy() });

/** Opens the document of a bill: its address is asked for at the click and holds for a quarter of an hour. */
export const useOpenBill = () =>
  useMutation({
    mutationFn: async (billId: string) => {
      const { data } = await client.GET('/bills/{billId}/presigned-url', { params: { path: { billId } } });
      if (!data) return;
      const link = document.createElement('a');
      link.href = data.url;
      link.download = '';
      link.click();
    },
  });

/** One archive of documents, as the server names it. */
export async function fetchArchive(
  operationId: string,
  billsIds: string[],
): Promise<{ file: Blob; response: Response }> {
  const { data, response } = await client.GET(`${billsPath}/billing-status`, {
    params: { path: { operationId }, query: { billsIds } },
    parseAs: 'blob',
  });
  return { file: data as unknown as Blob, response };
}

const invoicesPath = '/operations/{operationId}/billing/invoices';

/** How many bills of the old engine an operation of the newer one keeps; only French ones have had it. */
export function useLegacyBillCount({ id: operationId, features }: Operation): number {
  const { data = 0 } = useQuery({
    queryKey: ['get', invoicesPath, 'legacyBills', operationId],
    queryFn: async ({ signal }) => {
      const query = { isLegacyBill: true, limit: 1 };
      const { response } = await client.GET(invoicesPath, { params: { path: { operationId }, query }, signal });
      return Number(response.headers.get('total-count') ?? 0);
    },
    enabled: features.includes('einvoicing'),
    ...silent,
  });
  return data;
}

/** The bills of the old engine of a site, those that it pays and those that it sold by. */
export const useOwnBills = (participantId: string) =>
  api.useQuery(
    'get',
    '/participants/{participantId}/billing/invoices',
    { params: { path: { participantId }, query: { isLegacyBill: true } } },
    silent,
  );
