import { asApiError, downloadName } from '@openpmo/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { saveBlob } from '../../design/files';
import { type Invoice, merged, type OwnInvoice, type OwnParticipant, shownAtFirst, sitesIn } from './model';

const path = '/participants/{participantId}/billing/invoices';
const silent = { meta: { silent: true } } as const;
const pageSize = 1000;

interface Page {
  rows: Invoice[];
  next: string | undefined;
}

async function fetchPage(participantId: string, limit: number, cursor?: string): Promise<Page> {
  const { data, response } = await client.GET(path, {
    params: { path: { participantId }, query: { limit, ...(cursor ? { cursor } : {}) } },
  });
  return { rows: data ?? [], next: response.headers.get('next-cursor') ?? undefined };
}

async function fetchAll(participantId: string): Promise<Page> {
  const rows: Invoice[] = [];
  let next: string | undefined;
  do {
    const page = await fetchPage(participantId, pageSize, next);
    rows.push(...page.rows);
    next = page.next;
  } while (next);
  return { rows, next };
}

/** Nothing where the operation has no billing, which is no error. */
async function whereBilled(page: Promise<Page>): Promise<Page | undefined> {
  try {
    return await page;
  } catch (error) {
    if (asApiError(error)?.key === 'featureNotAvailable') return undefined;
    throw error;
  }
}

export interface OwnInvoices {
  /** False when no operation of these sites has billing. */
  billed: boolean;
  rows: OwnInvoice[];
  /** Older ones were not asked for. */
  more: boolean;
}

async function gather(sites: readonly OwnParticipant[], ask: (id: string) => Promise<Page>): Promise<OwnInvoices> {
  const pages = await Promise.all(
    sites.map(async ({ participant, operation }) => {
      const page = await whereBilled(ask(participant.id));
      return page && { ...page, site: participant, operation: operation.name };
    }),
  );
  const billed = pages.filter((page) => page !== undefined);
  return {
    billed: billed.length > 0,
    rows: merged(billed.flatMap(({ rows, ...of }) => rows.map((invoice) => ({ invoice, ...of })))),
    more: billed.some(({ next }) => next !== undefined),
  };
}

/** The sites of the person whose invoices are meant. */
export function useSites(operationId: string | undefined) {
  const own = api.useQuery('get', '/participants/by-jwt', {}, silent);
  return { ...own, data: own.data && sitesIn(own.data, operationId) };
}

const idsOf = (sites: readonly OwnParticipant[]) => sites.map(({ participant }) => participant.id);

/** The newest invoices of these sites. */
export const useRecentInvoices = (sites: readonly OwnParticipant[]) =>
  useQuery({
    queryKey: ['get', path, 'recent', idsOf(sites)],
    queryFn: () => gather(sites, (id) => fetchPage(id, shownAtFirst)),
    enabled: sites.length > 0,
    ...silent,
  });

/** All invoices of these sites, once somebody asks. */
export const useAllInvoices = (sites: readonly OwnParticipant[], enabled: boolean) =>
  useQuery({
    queryKey: ['get', path, 'all', idsOf(sites)],
    queryFn: () => gather(sites, fetchAll),
    enabled,
    ...silent,
  });

/** Saves the document under the name that the server gives it. */
export function useDownload({ site, invoice }: Pick<OwnInvoice, 'site' | 'invoice'>) {
  return useMutation({
    mutationFn: async () => {
      const { data, response } = await client.GET(`${path}/{invoiceId}/download`, {
        params: { path: { participantId: site.id, invoiceId: invoice.id } },
        parseAs: 'blob',
      });
      if (data) saveBlob(data as unknown as Blob, downloadName(response, `${invoice.number ?? invoice.id}.pdf`));
    },
  });
}
