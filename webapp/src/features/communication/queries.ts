import type { Schemas } from '@openpmo/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';

export type Recipient = Schemas['Recipient'];
export type MessageSummary = Schemas['MessageSummary'];
export type Message = Schemas['Message'];
export type Delivery = Schemas['Delivery'];
export type MessageReport = Schemas['MessageReport'];
export type MessageCounts = Schemas['MessageCounts'];

const messages = '/operations/{operationId}/communication/messages';
const silent = { meta: { silent: true } } as const;
/** How often a message is looked at while mails of it are on their way. */
const again = 2000;

/** What an operation has sent, newest first. */
export const useMessages = (operationId: string) =>
  api.useQuery(
    'get',
    messages,
    { params: { path: { operationId } } },
    {
      ...silent,
      refetchInterval: ({ state }) => (state.data?.some(({ counts }) => counts.queued > 0) ? again : false),
    },
  );

/** One message, with what became of each mail. */
export const useMessage = (operationId: string, messageId: string) =>
  api.useQuery(
    'get',
    `${messages}/{messageId}`,
    { params: { path: { operationId, messageId } } },
    { ...silent, refetchInterval: ({ state }) => (state.data && state.data.counts.queued > 0 ? again : false) },
  );

/** Who can be written to, by name. */
export const useRecipients = (operationId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/communication/recipients',
    { params: { path: { operationId } } },
    silent,
  );

/** The mail as it would arrive. */
export const usePreview = () => api.useMutation('post', '/operations/{operationId}/communication/preview', silent);

function useForgetMessages() {
  const queries = useQueryClient();
  return () => forget(queries, 'communication');
}

/** Writes to people. */
export const useSend = () =>
  api.useMutation('post', '/communication/send', { ...silent, onSuccess: useForgetMessages() });

/** Writes to one of them again. */
export const useResend = () =>
  api.useMutation('post', `${messages}/{messageId}/recipients/{recipientId}/resend`, {
    onSuccess: useForgetMessages(),
  });

/** Keeps a file for a message that is sent within a day. */
export async function uploadAttachment(operationId: string, file: File): Promise<Schemas['Attachment']> {
  const form = new FormData();
  form.append('file', file);
  const { data } = await client.POST('/operations/{operationId}/communication/attachments', {
    params: { path: { operationId } },
    body: { file: file.name },
    bodySerializer: () => form,
  });
  return data as Schemas['Attachment'];
}
