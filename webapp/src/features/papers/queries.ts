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

export const useRefuse = () =>
  api.useMutation('post', `${all}/{paperId}/refusal`, { ...silent, onSuccess: useForgetPapers() });

/** Keeps a signed copy beside its paper, with who signed and when. */
export function useSign(operationId: string) {
  const onSuccess = useForgetPapers();
  return useMutation({
    ...silent,
    mutationFn: async (asked: { paperId: string; signedOn: string; signedBy: string; file: File }) => {
      const form = new FormData();
      form.append('signedOn', asked.signedOn);
      form.append('signedBy', asked.signedBy);
      form.append('file', asked.file);
      await client.POST(`${all}/{paperId}/signature`, {
        params: { path: { operationId, paperId: asked.paperId } },
        body: { file: '', signedOn: asked.signedOn, signedBy: asked.signedBy },
        bodySerializer: () => form,
      });
    },
    onSuccess,
  });
}

/** Where a paper, or its signed copy, lies. */
export const addressOf = (operationId: string, paperId: string, signed = false): string =>
  `/api/operations/${operationId}/papers/${paperId}/download${signed ? '?signed=true' : ''}`;
