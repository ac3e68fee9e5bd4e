import type { Schemas } from '@openpmo/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { forget } from '../../api/forget';

export type Plan = Schemas['Plan'];

const plansPath = '/operations/{operationId}/billing/plans';
const silent = { meta: { silent: true } } as const;

/** The plans of an operation, by name. */
export const usePlans = (operationId: string) =>
  api.useQuery('get', plansPath, { params: { path: { operationId } } }, silent);

function useForgetBilling() {
  const queries = useQueryClient();
  return () => forget(queries, 'billing');
}

/** Adds a plan; the answer carries the warnings on its prices. */
export const useCreatePlan = () => api.useMutation('post', plansPath, { ...silent, onSuccess: useForgetBilling() });

/** Changes a plan. */
export const useUpdatePlan = () =>
  api.useMutation('put', '/operations/{operationId}/billing/plans/{planId}', {
    ...silent,
    onSuccess: useForgetBilling(),
  });
