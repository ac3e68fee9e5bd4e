import { downloadName, type Schemas } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import { saveBlob } from '../../design/files';

export type Statement = Schemas['ProducerStatement'];
export type Owed = Schemas['OwedStatement'];
export type Payout = Schemas['Payout'];
export type Payment = Schemas['StatementPayment'];
export type Version = Schemas['PayoutMessageVersion'];

const silent = { meta: { silent: true } } as const;
const of = (operationId: string) => ({ params: { path: { operationId } } });
const statements = '/operations/{operationId}/statements';
const payouts = '/operations/{operationId}/payouts';
const payments = '/operations/{operationId}/statement-payments';

/** What producers are owed, the latest days first. */
export const useStatements = (operationId: string) => api.useQuery('get', statements, of(operationId), silent);

/** One statement with its lines. */
export const useStatement = (operationId: string, statementId: string) =>
  api.useQuery('get', `${statements}/{statementId}`, { params: { path: { operationId, statementId } } }, silent);

/** What is published and not paid. */
export const useOwed = (operationId: string) => api.useQuery('get', `${statements}/owed`, of(operationId), silent);

/** The lists that the bank was given, last first. */
export const usePayouts = (operationId: string) => api.useQuery('get', payouts, of(operationId), silent);

/** One list with its statements. */
export const usePayout = (operationId: string, payoutId: string) =>
  api.useQuery('get', `${payouts}/{payoutId}`, { params: { path: { operationId, payoutId } } }, silent);

/** What was paid of a statement, and what came back. */
export const usePayments = (operationId: string, statementId: string) =>
  api.useQuery('get', payments, { params: { path: { operationId }, query: { statementId } } }, silent);

/** Which order the bank takes. */
export const usePayoutSettings = (operationId: string) =>
  api.useQuery('get', '/operations/{operationId}/payout-settings', of(operationId), silent);

function useChange<Input, Output>(change: (input: Input) => Promise<Output>, quiet = false) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => forget(queries, 'statement'),
    ...(quiet && silent),
  });
}

/** Drafts anew all that is owed by today; what cannot be is told with its reason. */
export const useDraft = (operationId: string) =>
  useChange(
    async (_: undefined) => (await client.POST(`${statements}/draft`, { ...of(operationId), body: {} })).data,
    true,
  );

/** Publishes drafts, or mails what is published: each may be refused by itself. */
export const useTogether = (operationId: string, act: 'publish' | 'send') =>
  useChange(
    async (ids: string[]) =>
      (await client.POST(`${statements}/${act}`, { ...of(operationId), body: { ids } })).data?.results ?? [],
  );

/** Deletes a draft. */
export const useDeleteDraft = (operationId: string) =>
  useChange(async (statementId: string) => {
    await client.DELETE(`${statements}/{statementId}`, { params: { path: { operationId, statementId } } });
  });

/** Takes a published statement back. The form shows the failure. */
export const useCancelStatement = (operationId: string) =>
  useChange(
    async ({ id, reason }: { id: string; reason: string }) =>
      (
        await client.POST(`${statements}/{statementId}/cancel`, {
          params: { path: { operationId, statementId: id } },
          body: { reason },
        })
      ).data,
    true,
  );

/** Saves a file of the server's under its name. */
function save(data: unknown, response: Response, fallback: string) {
  if (data) saveBlob(data as Blob, downloadName(response, fallback));
}

/** Saves a statement as PDF, in another language where one is chosen. */
export const useDownload = (operationId: string) =>
  useMutation({
    mutationFn: async ({ id, language }: { id: string; language?: 'fr' | 'nl' }) => {
      const { data, response } = await client.GET(`${statements}/{statementId}/file`, {
        params: { path: { operationId, statementId: id }, query: language ? { language } : {} },
        parseAs: 'blob',
      });
      save(data, response, `${id}.pdf`);
    },
  });

/** Saves the e-invoice of a statement that is one. */
export const useDownloadInvoice = (operationId: string) =>
  useMutation({
    mutationFn: async (statementId: string) => {
      const { data, response } = await client.GET(`${statements}/{statementId}/electronic`, {
        params: { path: { operationId, statementId } },
        parseAs: 'blob',
      });
      save(data, response, `${statementId}.xml`);
    },
  });

const saveFile = async (operationId: string, payoutId: string) => {
  const { data, response } = await client.GET(`${payouts}/{payoutId}/file`, {
    params: { path: { operationId, payoutId } },
    parseAs: 'blob',
  });
  save(data, response, 'virements.xml');
};

/** Orders the payment of statements and saves the file for the bank. The form shows the failure. */
export const useExportPayout = (operationId: string) =>
  useChange(async (body: Schemas['PayoutCreation']) => {
    const { data } = await client.POST(payouts, { ...of(operationId), body });
    if (data) await saveFile(operationId, data.id);
    return data;
  }, true);

/** Saves the file of a list again. */
export const useDownloadPayout = (operationId: string) =>
  useMutation({ mutationFn: (payoutId: string) => saveFile(operationId, payoutId) });

/** Takes a list back that the bank was not given. */
export const useCancelPayout = (operationId: string) =>
  useChange(
    async (payoutId: string) =>
      (await client.POST(`${payouts}/{payoutId}/cancel`, { params: { path: { operationId, payoutId } } })).data,
  );

/** Records that statements were paid, or that their money came back. The form shows the failure. */
export const useRecordPayments = (operationId: string) =>
  useChange(
    async (body: Schemas['StatementPaymentCreation']) =>
      (await client.POST(payments, { ...of(operationId), body })).data ?? [],
    true,
  );

/** Takes back what was recorded by mistake. */
export const useWithdraw = (operationId: string) =>
  useChange(
    async (statementPaymentId: string) =>
      (
        await client.POST(`${payments}/{statementPaymentId}/withdraw`, {
          params: { path: { operationId, statementPaymentId } },
        })
      ).data,
  );

/** Says which order the bank takes. */
export const useSavePayoutSettings = (operationId: string) =>
  useChange(
    async (messageVersion: Version) =>
      (
        await client.PUT('/operations/{operationId}/payout-settings', {
          ...of(operationId),
          body: { messageVersion },
        })
      ).data,
  );
