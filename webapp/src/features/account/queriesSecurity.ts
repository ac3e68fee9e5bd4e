import type { Schemas } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';

export type OpenSession = Schemas['OpenSession'];
export type Token = Schemas['Token'];

const silent = { meta: { silent: true } } as const;

/** Where one is signed in, the last used first. */
export const useOpenSessions = () => api.useQuery('get', '/sessions', {}, silent);

/** Ends a session, or without one all others. */
export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (sessionId: string | undefined) => {
      if (sessionId === undefined) await client.DELETE('/sessions');
      else await client.DELETE('/sessions/{sessionId}', { params: { path: { sessionId } } });
    },
    // One that had ended already is gone from the list as well.
    onSettled: () => forget(queries, 'account'),
  });
}

/** Asks for another address of the account. The form shows the failure. */
export function useChangeEmail(userId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['EmailChange']) =>
      client.POST('/users/{userId}/email-change', { params: { path: { userId } }, body }),
    onSuccess: () => forget(queries, 'account'),
    ...silent,
  });
}

/** Keeps the present address. */
export function useKeepEmail(userId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.DELETE('/users/{userId}/email-change', { params: { path: { userId } } }),
    onSuccess: () => forget(queries, 'account'),
  });
}

/** One's own API tokens, newest first. */
export const useTokens = () => api.useQuery('get', '/tokens', {}, silent);

/** Makes a token; its secret is in this answer alone. The form shows the failure. */
export function useCreateToken() {
  const queries = useQueryClient();
  return api.useMutation('post', '/tokens', { onSuccess: () => forget(queries, 'account'), ...silent });
}

/** Revokes a token, and those made with it. */
export function useDeleteToken() {
  const queries = useQueryClient();
  return api.useMutation('delete', '/tokens/{tokenId}', { onSettled: () => forget(queries, 'account') });
}
