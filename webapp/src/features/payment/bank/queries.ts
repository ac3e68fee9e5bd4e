import type { Schemas } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../../api/client';
import { forget } from '../../../api/forget';

export type BankLine = Schemas['BankLine'];
export type BankFile = Schemas['BankFile'];
export type BankReport = Schemas['BankImportReport'];
export type BankMapping = Schemas['BankFileMapping'];
export type BankState = Schemas['BankLineState'];
export type BankProposal = Schemas['BankProposal'];

const lines = '/operations/{operationId}/payments/bank-lines';
const files = '/operations/{operationId}/payments/bank-files';
const silent = { meta: { silent: true } } as const;

/** What banks told of an operation, newest first. */
export const useBankLines = (operationId: string, state: BankState) =>
  api.useQuery('get', lines, { params: { path: { operationId }, query: { state } } }, silent);

/** The files that brought it, last first. */
export const useBankFiles = (operationId: string) =>
  api.useQuery('get', files, { params: { path: { operationId } } }, silent);

/** One line; where it is open, with the invoices that it may be for. */
export const useBankLine = (operationId: string, bankLineId: string) =>
  api.useQuery('get', `${lines}/{bankLineId}`, { params: { path: { operationId, bankLineId } } }, silent);

/** A file of a bank, and what its columns mean where it is a table. */
export interface BankUpload {
  file: File;
  mapping?: BankMapping | undefined;
}

/** Takes a file, or tells what it would do. */
export function useTakeBankFile(operationId: string, dryRun: boolean) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, mapping }: BankUpload) => {
      const form = new FormData();
      form.append('file', file);
      if (dryRun) form.append('dryRun', 'true');
      if (mapping) form.append('mapping', JSON.stringify(mapping));
      const { data } = await client.POST(files, {
        params: { path: { operationId } },
        body: { file: '' },
        bodySerializer: () => form,
      });
      return data;
    },
    onSuccess: () => (dryRun ? undefined : forget(queries, 'payment')),
    ...silent,
  });
}

/** Settles invoices by an open line. The dialog shows the failure. */
export function useSettleLine(operationId: string, bankLineId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (invoices: Schemas['BankLineShare'][]) =>
      (
        await client.POST(`${lines}/{bankLineId}/settle`, {
          params: { path: { operationId, bankLineId } },
          body: { invoices },
        })
      ).data,
    onSuccess: () => forget(queries, 'payment'),
    ...silent,
  });
}

/** Says of open lines why they concern no invoice. */
export function useSetAside(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['BankLinesAside']) =>
      (await client.POST(`${lines}/set-aside`, { params: { path: { operationId } }, body })).data,
    onSuccess: () => forget(queries, 'payment'),
    ...silent,
  });
}

/** Opens a line again; what it settled is withdrawn. */
export function useReopenLine(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (bankLineId: string) =>
      (await client.POST(`${lines}/{bankLineId}/reopen`, { params: { path: { operationId, bankLineId } } })).data,
    onSettled: () => forget(queries, 'payment'),
  });
}

/** Matches open lines again. */
export function useMatchLines(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => (await client.POST(`${lines}/match`, { params: { path: { operationId } } })).data,
    onSettled: () => forget(queries, 'payment'),
  });
}

/** The issued invoice of a number; nothing where there is none. */
export function useFindInvoice(operationId: string) {
  return useMutation({
    mutationFn: async (number: string) => {
      const { data } = await client.GET('/operations/{operationId}/billing/invoices', {
        params: { path: { operationId }, query: { q: number, limit: 50 } },
      });
      return data?.find((invoice) => invoice.number === number);
    },
    ...silent,
  });
}
