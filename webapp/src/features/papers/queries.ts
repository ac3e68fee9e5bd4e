import type { Schemas } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';

export type Paper = Schemas['Paper'];
export type PaperKind = Schemas['PaperKind'];

export const kinds: readonly PaperKind[] = [
  'PARTICIPATION_AGREEMENT',
  'SEPA_MANDATE',
  'BILLING_MANDATE',
  'TENANT_NOTICE',
];

const all = '/operations/{operationId}/papers';
const silent = { meta: { silent: true } } as const;

/** The register of papers of an operation, newest first. */
export const usePapers = (operationId: string) =>
  api.useQuery('get', all, { params: { path: { operationId } } }, silent);

/** The sites that papers are made for. */
export const useSites = (operationId: string) =>
  api.useQuery('get', '/operations/{operationId}/participants', { params: { path: { operationId } } }, silent);

function useForgetPapers() {
  const queries = useQueryClient();
  return () => forget(queries, 'paper');
}

export const useMakePapers = () => api.useMutation('post', all, { ...silent, onSuccess: useForgetPapers() });

export type PaperMail = Schemas['PaperMail'];

/** The mails to who a paper waits for, the newest first. */
export const usePaperMails = (operationId: string, paperId: string) =>
  api.useQuery('get', `${all}/{paperId}/mails`, { params: { path: { operationId, paperId } } }, silent);

/** Writes again to who a paper waits for. */
export const useSendPaperMail = () =>
  api.useMutation('post', `${all}/{paperId}/mail/send`, { onSuccess: useForgetPapers() });

/** Papers of an operation, for who runs it, or of a site, for who takes part with it. */
export type PapersOf = { operationId: string } | { participantId: string };

const own = '/participants/{participantId}/papers';

/** The papers of one's own site, newest first. */
export const useOwnPapers = (participantId: string) =>
  api.useQuery('get', own, { params: { path: { participantId } } }, silent);

/** Records that a tenant does not take part. */
export function useRefuse(of: PapersOf) {
  const onSuccess = useForgetPapers();
  return useMutation({
    ...silent,
    mutationFn: async ({ paperId, ...body }: { paperId: string; refusedOn: string; note?: string }) => {
      if ('participantId' in of)
        await client.POST(`${own}/{paperId}/refusal`, { params: { path: { ...of, paperId } }, body });
      else await client.POST(`${all}/{paperId}/refusal`, { params: { path: { ...of, paperId } }, body });
    },
    onSuccess,
  });
}

/** Keeps a signed copy beside its paper, with who signed and when. */
export function useSign(of: PapersOf) {
  const onSuccess = useForgetPapers();
  return useMutation({
    ...silent,
    mutationFn: async (asked: { paperId: string; signedOn: string; signedBy: string; file: File }) => {
      const { paperId, signedOn, signedBy } = asked;
      const form = new FormData();
      form.append('signedOn', signedOn);
      form.append('signedBy', signedBy);
      form.append('file', asked.file);
      const sent = { body: { file: '', signedOn, signedBy }, bodySerializer: () => form };
      if ('participantId' in of)
        await client.POST(`${own}/{paperId}/signature`, { params: { path: { ...of, paperId } }, ...sent });
      else await client.POST(`${all}/{paperId}/signature`, { params: { path: { ...of, paperId } }, ...sent });
    },
    onSuccess,
  });
}

/** Where a paper, or its signed copy, lies. */
export const addressOf = (operationId: string, paperId: string, signed = false): string =>
  `/api/operations/${operationId}/papers/${paperId}/download${signed ? '?signed=true' : ''}`;

export const ownAddressOf = (participantId: string, paperId: string, signed = false): string =>
  `/api/participants/${participantId}/papers/${paperId}/download${signed ? '?signed=true' : ''}`;
