import { downloadName, type Schemas } from '@openpmo/sdk';
import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { saveBlob } from '../../design/files';

export type Invoice = Schemas['Invoice'];
export type OwnInvoice = Schemas['OwnInvoice'];
export type InvoiceSummary = Schemas['InvoiceSummary'];
export type OwnStatement = Schemas['ProducerStatement'];
export type StatementSummary = Schemas['StatementSummary'];
export type OpenInvoices = Schemas['OpenInvoices'];

const silent = { meta: { silent: true } } as const;

/** The person's sites in an operation. */
export function useOwnSites(operationId: string): string[] {
  const own = api.useQuery('get', '/participants/by-jwt', {}, silent).data ?? [];
  return own.filter(({ operation }) => operation.id === operationId).map(({ participant }) => participant.id);
}

/**
 * What the operation owes the person for the energy that its sites shared, where it owes producers; asked by
 * any of its sites there.
 */
export function useStatementSummary(operationId: string) {
  const own = api.useQuery('get', '/participants/by-jwt', {}, silent).data ?? [];
  const participantId =
    own.find(({ operation }) => operation.id === operationId && operation.features.includes('statements'))?.participant
      .id ?? '';
  const enabled = participantId !== '';
  const summary = api.useQuery(
    'get',
    '/participants/{participantId}/statement-summary',
    { params: { path: { participantId } } },
    { ...silent, enabled },
  );
  return { ...summary, isPending: enabled && summary.isPending };
}

/** Saves the document of a statement under the name that the server gives it. */
export function useDownloadStatement({ producerId, id, number }: OwnStatement) {
  return useMutation({
    mutationFn: async () => {
      const { data, response } = await client.GET('/participants/{participantId}/statements/{statementId}/file', {
        params: { path: { participantId: producerId, statementId: id } },
        parseAs: 'blob',
      });
      if (data) saveBlob(data as unknown as Blob, downloadName(response, `${number ?? id}.pdf`));
    },
  });
}

/** The invoices of the person in an operation, and what they add up to; asked by any of its sites there. */
export function useInvoiceSummary(operationId: string) {
  const own = api.useQuery('get', '/participants/by-jwt', {}, silent);
  const participantId = own.data?.find(({ operation }) => operation.id === operationId)?.participant.id ?? '';
  const summary = api.useQuery(
    'get',
    '/participants/{participantId}/billing/invoice-summary',
    { params: { path: { participantId } } },
    { ...silent, enabled: participantId !== '' },
  );
  return own.isError ? { ...own, data: undefined } : summary;
}

/** One invoice with its lines, once somebody asks how it comes about. */
export const useOwnInvoice = ({ participantId, invoice }: OwnInvoice, enabled: boolean) =>
  api.useQuery(
    'get',
    '/participants/{participantId}/billing/invoices/{invoiceId}',
    { params: { path: { participantId, invoiceId: invoice.id } } },
    { ...silent, enabled },
  );

/** Saves the document under the name that the server gives it. */
export function useDownload({ participantId, invoice }: OwnInvoice) {
  return useMutation({
    mutationFn: async () => {
      const { data, response } = await client.GET(
        '/participants/{participantId}/billing/invoices/{invoiceId}/download',
        {
          params: { path: { participantId, invoiceId: invoice.id } },
          parseAs: 'blob',
        },
      );
      if (data) saveBlob(data as unknown as Blob, downloadName(response, `${invoice.number ?? invoice.id}.pdf`));
    },
  });
}
