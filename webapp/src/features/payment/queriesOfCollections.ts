import { downloadName, type Schemas } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import { saveBlob } from '../../design/files';
import { type Batch, type Export, exportBatches } from './batches';

export type Collectable = Schemas['CollectableInvoice'];
export type Collection = Schemas['Collection'];

const silent = { meta: { silent: true } } as const;

/** The invoices of an operation that wait for their collection, by number. */
export const useCollectable = (operationId: string) =>
  api.useQuery('get', '/operations/{operationId}/payments/collectable', { params: { path: { operationId } } }, silent);

/** Who exported what and when, last first. */
export const useCollections = (operationId: string) =>
  api.useQuery('get', '/operations/{operationId}/payments/collections', { params: { path: { operationId } } }, silent);

/** Saves a file of the server's under its name. */
function save(data: unknown, response: Response) {
  if (data) saveBlob(data as Blob, downloadName(response, 'sepa.xml'));
}

/** Orders the collection of each issuer's invoices and saves its file; what fails is told, the others go on. */
export function useExport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (batches: readonly Batch[]): Promise<Export> =>
      exportBatches(batches, async ({ issuerId, invoicesIds }) => {
        const { data, response } = await client.POST('/payments/sepa/by-billing-entity/{entityId}', {
          params: { path: { entityId: issuerId } },
          body: { invoicesIds },
          parseAs: 'blob',
        });
        save(data, response);
      }),
    onSettled: () => forget(queries, 'payment'),
    ...silent,
  });
}

/** Saves the file of a collection again. */
export const useDownloadCollection = () =>
  useMutation({
    mutationFn: async (collectionId: string) => {
      const { data, response } = await client.GET('/payments/collections/{collectionId}/file', {
        params: { path: { collectionId } },
        parseAs: 'blob',
      });
      save(data, response);
    },
  });

/** Takes a collection back that the bank was not given. */
export function useCancelCollection() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (collectionId: string) =>
      (await client.POST('/payments/collections/{collectionId}/cancel', { params: { path: { collectionId } } })).data,
    onSettled: () => forget(queries, 'payment'),
  });
}

export type HandOver = Schemas['HandOver'];

/** Where files stand on their way to the bank, and what came back; asked again while one is under way. */
export const useHandOvers = (operationId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/payments/hand-overs',
    { params: { path: { operationId } } },
    {
      ...silent,
      refetchInterval: ({ state: { data } }) =>
        data?.handOvers.some(({ state }) => state === 'WAITING' || state === 'NAMING') ? 5_000 : false,
    },
  );

/** Has the file of a collection laid down for the bank. */
export function useHandOver() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (collectionId: string) =>
      (await client.POST('/payments/collections/{collectionId}/hand-over', { params: { path: { collectionId } } }))
        .data,
    onSettled: () => forget(queries, 'payment'),
  });
}
