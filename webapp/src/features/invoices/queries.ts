import { downloadName, type Schemas } from '@openpmo/sdk';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import { saveBlob } from '../../design/files';
import { type Tab, tabs, wantedOf } from './invoices';

export type Invoice = Schemas['Invoice'];

const invoicesPath = '/operations/{operationId}/billing/invoices';
const invoicePath = '/operations/{operationId}/billing/invoices/{invoiceId}';
const silent = { meta: { silent: true } } as const;
const pageSize = 1000;
/** A deletion takes that many ids in its address (specification section 7). */
const idsAtMost = 100;

export interface InvoiceFilter {
  tab: Tab;
  search: string;
  billingEntityId: string | undefined;
}

const totalOf = (response: Response) => Number(response.headers.get('total-count') ?? 0);

/** The invoices of a tab, newest first, a thousand at a time. */
export function useInvoices(operationId: string, { tab, search, billingEntityId }: InvoiceFilter) {
  return useInfiniteQuery({
    queryKey: ['get', invoicesPath, 'list', operationId, tab, search, billingEntityId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data, response } = await client.GET(invoicesPath, {
        params: {
          path: { operationId },
          query: {
            ...wantedOf(tab),
            limit: pageSize,
            ...(search ? { q: search } : {}),
            ...(billingEntityId ? { billingEntityId } : {}),
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        signal,
      });
      return { rows: data ?? [], total: totalOf(response), next: response.headers.get('next-cursor') ?? undefined };
    },
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    ...silent,
  });
}

/** How many there are on each tab, whatever is searched. */
export function useCounts(operationId: string) {
  return useQuery({
    queryKey: ['get', invoicesPath, 'counts', operationId],
    queryFn: async () => {
      const counts = await Promise.all(
        tabs.map(async (tab): Promise<[Tab, number]> => {
          const query = { ...wantedOf(tab), limit: 1 };
          const { response } = await client.GET(invoicesPath, { params: { path: { operationId }, query } });
          return [tab, totalOf(response)];
        }),
      );
      return Object.fromEntries(counts) as Record<Tab, number>;
    },
    ...silent,
  });
}

/** One invoice with its lines. */
export const useInvoice = (operationId: string, invoiceId: string) =>
  api.useQuery('get', invoicePath, { params: { path: { operationId, invoiceId } } }, silent);

/** The issuers of the operation, for the filter. */
export const useIssuers = (operationId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/billing/billing-entities',
    { params: { path: { operationId } } },
    silent,
  );

/** Deletes drafts, a hundred per call. */
export function useDeleteDrafts(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const results: Schemas['BulkResult'][] = [];
      for (let from = 0; from < ids.length; from += idsAtMost) {
        const query = { ids: ids.slice(from, from + idsAtMost) };
        const { data } = await client.DELETE(invoicesPath, { params: { path: { operationId }, query } });
        results.push(...(data?.results ?? []));
      }
      return results;
    },
    onSettled: () => forget(queries, 'billing', invoicePath),
    ...silent,
  });
}

export interface Download {
  invoiceId: string;
  /** Absent: the client's own. */
  language?: Schemas['Language'];
}

/** Saves the document under the name that the server gives it. */
export function useDownload(operationId: string) {
  return useMutation({
    mutationFn: async ({ invoiceId, language }: Download) => {
      const { data, response } = await client.GET(`${invoicesPath}/{invoiceId}/download`, {
        params: { path: { operationId, invoiceId }, query: language ? { language } : {} },
        parseAs: 'blob',
      });
      if (data) saveBlob(data as unknown as Blob, downloadName(response, `${invoiceId}.pdf`));
    },
  });
}
