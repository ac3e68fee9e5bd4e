import { downloadName } from '@openpmo/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { saveBlob } from '../../design/files';
import { type Invoice, merged, type OwnInvoice, type OwnParticipant, shownAtFirst, sitesIn } from './ownInvoices';

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

export interface OwnInvoices {
  rows: OwnInvoice[];
  /** Older ones were not asked for. */
  more: boolean;
}

async function gather(sites: readonly OwnParticipant[], ask: (id: string) => Promise<Page>): Promise<OwnInvoices> {
  const pages = await Promise.all(
    sites.map(async ({ participant, operation }) => {
      const page = await ask(participant.id);
      return { ...page, site: participant, operation: operation.name };
    }),
  );
  return {
    rows: merged(pages.flatMap(({ rows, ...of }) => rows.map((invoice) => ({ invoice, ...of })))),
    more: pages.some(({ next }) => next !== undefined),
  };
}

/** The sites of the person whose invoices are meant: those of operations with billing. */
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
