import type { Schemas } from '@openpmo/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { forget } from '../../api/forget';

export type ConsentState = Schemas['ConsentState'];
export type ConsentPurpose = Schemas['ConsentPurpose'];
export type SiteRequest = Schemas['SiteRequest'];
export type AskedKind = Schemas['SiteRequestAsk']['kind'];

const silent = { meta: { silent: true } } as const;

/** What a site agreed to and took back, and what it asked. */
export const useRights = (participantId: string, enabled = true) =>
  api.useQuery(
    'get',
    '/participants/{participantId}/rights',
    { params: { path: { participantId } } },
    { ...silent, enabled },
  );

function useForgetRights() {
  const queries = useQueryClient();
  return { ...silent, onSuccess: () => forget(queries, 'consent') };
}

export const useRecordConsent = () =>
  api.useMutation('post', '/participants/{participantId}/consents', useForgetRights());

export const useAskRequest = () => api.useMutation('post', '/participants/{participantId}/requests', useForgetRights());

export const useAnswerRequest = () =>
  api.useMutation('post', '/operations/{operationId}/requests/{requestId}/answer', useForgetRights());
