import type { Schemas } from '@openpmo/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';

export type Plan = Schemas['Plan'];

const plansPath = '/operations/{operationId}/billing/plans';
const silent = { meta: { silent: true } } as const;

/** The plans of an operation, by name. */
export const usePlans = (operationId: string) =>
  api.useQuery('get', plansPath, { params: { path: { operationId } } }, silent);

/** Adds a plan; the answer carries the warnings on its prices. */
export function useCreatePlan() {
  const queries = useQueryClient();
  return api.useMutation('post', plansPath, {
    ...silent,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['get', plansPath] }),
  });
}

/** Changes a plan. Subscriptions show its name, so they are read again too. */
export function useUpdatePlan() {
  const queries = useQueryClient();
  return api.useMutation('put', '/operations/{operationId}/billing/plans/{planId}', {
    ...silent,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['get', plansPath] }),
        queries.invalidateQueries({ queryKey: ['get', '/operations/{operationId}/billing/subscriptions'] }),
      ]),
  });
}
