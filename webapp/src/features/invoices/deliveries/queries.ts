import { downloadName, type Schemas } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../../api/client';
import { forget } from '../../../api/forget';
import { saveBlob } from '../../../design/files';
import type { Invoice } from '../queries';

export type Way = Schemas['InvoiceDelivery'];
export type Channel = Schemas['InvoiceChannel'];

const path = '/operations/{operationId}/billing/deliveries';
const settingsPath = '/operations/{operationId}/billing/delivery-settings';
const silent = { meta: { silent: true } } as const;

const allows =
  (action: Schemas['DeliveryAction']) =>
  ({ deliveryActions }: Invoice) =>
    deliveryActions?.includes(action) ?? false;

/** Whether an invoice can be sent by mere asking. */
export const sendable = allows('SEND');

/** Whether it can be sent once more. */
export const repeatable = allows('REPEAT');

/** Whether somebody has to transmit, deposit or print it. */
export const byHand = allows('MARK');

/** Whether it goes on paper. */
export const onPaper = allows('PRINT');

/** The ways of an invoice to its client. */
export const useWays = (operationId: string, invoiceId: string) =>
  api.useQuery('get', path, { params: { path: { operationId }, query: { invoiceId } } }, silent);

/** Starts the way of invoices; each has its own result. */
export function useSend(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['DeliveryOrder']) =>
      (await client.POST(path, { params: { path: { operationId } }, body })).data?.results ?? [],
    onSettled: () => forget(queries, 'delivery'),
    ...silent,
  });
}

/** Sends one once more. */
export function useSendAgain(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['DeliveryRepetition']) => {
      await client.POST(`${path}/repeat`, { params: { path: { operationId } }, body });
    },
    onSettled: () => forget(queries, 'delivery'),
    ...silent,
  });
}

/** Records what was done by hand. */
export function useMark(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['DeliveryMark']) =>
      (await client.POST(`${path}/mark`, { params: { path: { operationId } }, body })).data?.results ?? [],
    onSettled: () => forget(queries, 'delivery'),
    ...silent,
  });
}

/** Saves the documents that go on paper as one file. */
export function usePrint(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (ids: string[]) => {
      const { data, response } = await client.POST(`${path}/print`, {
        params: { path: { operationId } },
        body: { ids },
        parseAs: 'blob',
      });
      if (data) saveBlob(data as unknown as Blob, downloadName(response, 'factures.pdf'));
    },
    onSettled: () => forget(queries, 'delivery'),
  });
}

/** Sends oneself what the client would get; the answer is to which address. */
export const useSample = (operationId: string) =>
  useMutation({
    mutationFn: async (invoiceId: string) =>
      (await client.POST(`${path}/send-sample`, { params: { path: { operationId } }, body: { invoiceId } })).data
        ?.address ?? '',
  });

export const useDeliverySettings = (operationId: string) =>
  api.useQuery('get', settingsPath, { params: { path: { operationId } } }, silent);

export function useChangeDeliverySettings(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (automatic: boolean) => {
      await client.PUT(settingsPath, { params: { path: { operationId } }, body: { automatic } });
    },
    onSettled: () => forget(queries, 'delivery'),
  });
}
