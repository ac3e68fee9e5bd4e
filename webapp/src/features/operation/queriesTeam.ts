import type { Schemas } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';

export type Member = Schemas['OperationMember'];
export type Capacity = Schemas['MemberCapacity'];

const silent = { meta: { silent: true } } as const;

/** Who runs and who observes an operation, and who is invited to. */
export const useTeam = (operationId: string) =>
  api.useQuery('get', '/operations/{operationId}/members', { params: { path: { operationId } } }, silent);

/** Proposes a place in an operation to an address. */
export function useInviteMember() {
  const queries = useQueryClient();
  return api.useMutation('post', '/operations/{operationId}/members', {
    ...silent,
    onSuccess: () => forget(queries, 'operation'),
  });
}

/** What can be done with somebody of a team. */
export type MemberChange = { memberId: string } & ({ to: Capacity } | { act: 'remove' | 'mail' });

/** Changes what somebody is, takes somebody out, or sends an invitation again. */
export function useChangeMember(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ memberId, ...change }: MemberChange) => {
      const params = { path: { operationId, memberId } };
      if ('to' in change)
        await client.PUT('/operations/{operationId}/members/{memberId}', { params, body: { capacity: change.to } });
      else if (change.act === 'remove') await client.DELETE('/operations/{operationId}/members/{memberId}', { params });
      else await client.POST('/operations/{operationId}/members/{memberId}/mail/send', { params });
    },
    onSuccess: () => forget(queries, 'operation'),
  });
}
