import { downloadName, type Schemas } from '@openpmo/sdk';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import { saveBlob } from '../../design/files';
import { type Tab, wantedOf } from './invoices';

export type Invoice = Schemas['Invoice'];

const invoicesPath = '/operations/{operationId}/billing/invoices';
const invoicePath = '/operations/{operationId}/billing/invoices/{invoiceId}';
const silent = { meta: { silent: true } } as const;
const pageSize = 1000;
/** What a screen has room for and some more: the list opens with it. */
const firstPageSize = 60;
/** A deletion takes that many ids in its address (specification section 7). */
const idsAtMost = 100;

export interface InvoiceFilter {
  tab: Tab;
  search: string;
  billingEntityId: string | undefined;
  /** Of one client, with a line by one plan. */
  billableEntityId?: string | undefined;
  planId?: string | undefined;
  /** Of which the last day of the period is in this month, as YYYY-MM. */
  month?: string | undefined;
  /** The first rows are those that are seen first: a few of them come before the others. */
  inServersOrder?: boolean;
}

const totalOf = (response: Response) => Number(response.headers.get('total-count') ?? 0);

/** So many rows are a list that one can look through, sort and take away as a file. */
const rowsAtMost = 10_000;

/** What of a filter the server is asked for. */
const questionOf = ({ search, billingEntityId, billableEntityId, planId, month }: Partial<InvoiceFilter>) => ({
  ...(search ? { q: search } : {}),
  ...(billingEntityId ? { billingEntityId } : {}),
  ...(billableEntityId ? { billableEntityId } : {}),
  ...(planId ? { planId } : {}),
  ...(month ? { month } : {}),
});

const listQuery = (operationId: string, filter: InvoiceFilter) => {
  const { tab, inServersOrder = false } = filter;
  const asked = questionOf(filter);
  return infiniteQueryOptions({
    queryKey: ['get', invoicesPath, 'list', operationId, tab, asked],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data, response } = await client.GET(invoicesPath, {
        params: {
          path: { operationId },
          query: {
            ...wantedOf(tab),
            limit: inServersOrder && !pageParam ? firstPageSize : pageSize,
            ...asked,
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        signal,
      });
      return { rows: data ?? [], total: totalOf(response), next: response.headers.get('next-cursor') ?? undefined };
    },
    getNextPageParam: (page) => page.next,
    ...silent,
  });
};

/**
 * The invoices of a tab, newest first. They come a thousand at a time, one page after the other, so
 * that order and file are of all of them; what is beyond the bound is asked for by hand.
 */
export function useInvoices(operationId: string, filter: InvoiceFilter) {
  const list = useInfiniteQuery({ ...listQuery(operationId, filter), placeholderData: keepPreviousData });
  const { hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = list;
  const loaded = list.data?.pages.reduce((sum, page) => sum + page.rows.length, 0) ?? 0;
  const goesOn = hasNextPage && !isFetching && !isError && !isPlaceholderData && loaded < rowsAtMost;
  useEffect(() => {
    if (goesOn) fetchNextPage();
  }, [goesOn, fetchNextPage]);
  return list;
}

const totalsQuery = (operationId: string, filter: Partial<Omit<InvoiceFilter, 'tab'>>) =>
  api.queryOptions(
    'get',
    '/operations/{operationId}/billing/invoices/totals',
    {
      params: {
        path: { operationId },
        query: questionOf(filter),
      },
    },
    silent,
  );

/** How many invoices there are of each state and what they come to, of all or of those that are searched. */
export const useInvoiceTotals = (operationId: string, filter: Partial<Omit<InvoiceFilter, 'tab'>> = {}) =>
  useQuery({ ...totalsQuery(operationId, filter), placeholderData: keepPreviousData });

const issuersQuery = (operationId: string) =>
  api.queryOptions(
    'get',
    '/operations/{operationId}/billing/billing-entities',
    { params: { path: { operationId } } },
    silent,
  );

/** Counts and sums, which say which tab is the first, and the issuers. */
export const askTotals = (queries: QueryClient, { id }: { id: string }) =>
  Promise.all([queries.prefetchQuery(totalsQuery(id, {})), queries.prefetchQuery(issuersQuery(id))]);

/** One invoice with its lines. */
export const useInvoice = (operationId: string, invoiceId: string) =>
  api.useQuery('get', invoicePath, { params: { path: { operationId, invoiceId } } }, silent);

/** The name of what the list is narrowed to; nothing is asked where it is not. */
export function useNarrowedTo(operationId: string, { client: clientId, plan }: { client?: string; plan?: string }) {
  const one = api.useQuery(
    'get',
    '/operations/{operationId}/billing/billable-entities/{entityId}',
    { params: { path: { operationId, entityId: clientId ?? '' } } },
    { ...silent, enabled: clientId !== undefined },
  );
  const other = api.useQuery(
    'get',
    '/operations/{operationId}/billing/plans/{planId}',
    { params: { path: { operationId, planId: plan ?? '' } } },
    { ...silent, enabled: plan !== undefined },
  );
  return { client: one.data?.name, plan: other.data?.name };
}

/** The issuers of the operation, for the filter. */
export const useIssuers = (operationId: string) => useQuery(issuersQuery(operationId));

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

/** Takes invoices back: drafts are put aside, published ones get a credit note. */
export function useCancelInvoices(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ ids, reason }: { ids: string[]; reason: string }) => {
      const { data } = await client.POST(`${invoicesPath}/cancel`, {
        params: { path: { operationId } },
        body: { ids, ...(reason ? { reason } : {}) },
      });
      return data?.results ?? [];
    },
    onSettled: () => forget(queries, 'billing', `${invoicesPath}/cancel`),
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

/** Saves the e-invoice of a published invoice, under the name that the server gives it. */
export function useDownloadElectronic(operationId: string) {
  return useMutation({
    mutationFn: async (invoiceId: string) => {
      const { data, response } = await client.GET(`${invoicesPath}/{invoiceId}/e-invoice`, {
        params: { path: { operationId, invoiceId } },
        parseAs: 'blob',
      });
      if (data) saveBlob(data as unknown as Blob, downloadName(response, `${invoiceId}.xml`));
    },
  });
}

/** What published invoices are taken away as: an archive of their documents, or a workbook for the accountant. */
export type Together = 'zip' | 'accounting';

const files = {
  zip: { path: `${invoicesPath}/download-zip`, fallback: 'factures.zip' },
  accounting: { path: `${invoicesPath}/accounting-summary`, fallback: 'comptabilite.xlsx' },
} as const;

/** Saves published invoices as one file, under the name that the server gives it. */
export function useTogether(operationId: string, kind: Together) {
  return useMutation({
    mutationFn: async (ids: string[]) => {
      const { path, fallback } = files[kind];
      const { data, response } = await client.POST(path, {
        params: { path: { operationId } },
        body: { ids },
        parseAs: 'blob',
      });
      if (data) saveBlob(data as unknown as Blob, downloadName(response, fallback));
    },
  });
}
