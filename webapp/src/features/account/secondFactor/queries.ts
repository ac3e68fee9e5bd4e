import type { Schemas } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../../api/client';
import { forget } from '../../../api/forget';

const silent = { meta: { silent: true } } as const;

/** Whether the sign-in of an account asks for a code. */
export const useSecondFactor = (userId: string) =>
  api.useQuery('get', '/users/{userId}/second-factor', { params: { path: { userId } } }, silent);

/** Makes a secret for an app of codes. The form shows the failure. */
export const useBeginSecondFactor = () => api.useMutation('post', '/users/{userId}/second-factor', silent);

/** Turns it on by a first code; the recovery codes are in this answer alone. The form shows the failure. */
export const useConfirmSecondFactor = () => api.useMutation('post', '/users/{userId}/second-factor/confirm', silent);

/** Other recovery codes, in this answer alone. The form shows the failure. */
export function useRenewRecoveryCodes() {
  const queries = useQueryClient();
  return api.useMutation('post', '/users/{userId}/second-factor/recovery-codes', {
    ...silent,
    onSuccess: () => forget(queries, 'account'),
  });
}

/** Turns it off. The form shows the failure. */
export function useDisableSecondFactor(userId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['SecondFactorProof']) =>
      client.POST('/users/{userId}/second-factor/disable', { params: { path: { userId } }, body }),
    ...silent,
    onSuccess: () => forget(queries, 'account'),
  });
}
