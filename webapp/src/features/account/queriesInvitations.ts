import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { useReloadSession } from '../../api/session';

/** The sites that are proposed to one's own account. */
export const useInvitations = (userId: string) =>
  api.useQuery(
    'get',
    '/users/{userId}/site-invitations',
    { params: { path: { userId } } },
    { staleTime: Number.POSITIVE_INFINITY, meta: { silent: true } },
  );

/** Accepts a site or refuses it. An accepted one changes what the account sees: all of it is read again. */
export function useAnswerInvitation(userId: string) {
  const queries = useQueryClient();
  const reload = useReloadSession();
  return useMutation({
    mutationFn: async ({ invitationId, agreed }: { invitationId: string; agreed: boolean }) => {
      const params = { path: { userId, invitationId } };
      if (agreed) await client.POST('/users/{userId}/site-invitations/{invitationId}/accept', { params });
      else await client.POST('/users/{userId}/site-invitations/{invitationId}/decline', { params });
    },
    onSettled: async (_data, _error, { agreed }) => {
      if (agreed) await reload();
      await queries.invalidateQueries();
    },
  });
}

/** The operations that one's own account is invited to run or to observe. */
export const useMemberInvitations = (userId: string) =>
  api.useQuery(
    'get',
    '/users/{userId}/member-invitations',
    { params: { path: { userId } } },
    { staleTime: Number.POSITIVE_INFINITY, meta: { silent: true } },
  );

/** Accepts a place in an operation or refuses it. */
export function useAnswerMemberInvitation(userId: string) {
  const queries = useQueryClient();
  const reload = useReloadSession();
  return useMutation({
    mutationFn: async ({ invitationId, agreed }: { invitationId: string; agreed: boolean }) => {
      const params = { path: { userId, invitationId } };
      if (agreed) await client.POST('/users/{userId}/member-invitations/{invitationId}/accept', { params });
      else await client.POST('/users/{userId}/member-invitations/{invitationId}/decline', { params });
    },
    onSettled: async (_data, _error, { agreed }) => {
      if (agreed) await reload();
      await queries.invalidateQueries();
    },
  });
}
