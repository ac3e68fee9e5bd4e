import type { Schemas } from '@openpmo/sdk';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { forget } from '../../api/forget';
import type { Pair } from './subscriptions';

export type Subscription = Schemas['Subscription'];
export type Plan = Schemas['Plan'];

const subscriptionsPath = '/operations/{operationId}/billing/subscriptions';
const plansPath = '/operations/{operationId}/billing/plans';
const silent = { meta: { silent: true } } as const;
const of = (operationId: string) => ({ params: { path: { operationId } } });

const subscriptionsQuery = (operationId: string) => api.queryOptions('get', subscriptionsPath, of(operationId), silent);

/** Every subscription of an operation, ended and future ones too. */
export const useSubscriptions = (operationId: string) => useQuery(subscriptionsQuery(operationId));

export const askSubscriptions = (queries: QueryClient, { id }: { id: string }) =>
  queries.prefetchQuery(subscriptionsQuery(id));

export const usePlans = (operationId: string) => api.useQuery('get', plansPath, of(operationId), silent);

/** What subscribing pairs would do to the subscriptions that they have. The last answer stays while the next is asked. */
export const useEffectOf = (operationId: string, pairs: readonly Pair[], startDate: string | undefined) =>
  api.useQuery(
    'post',
    '/operations/{operationId}/billing/subscriptions/check',
    { ...of(operationId), body: { pairs: [...pairs], ...(startDate ? { startDate } : {}) } },
    { ...silent, enabled: pairs.length > 0, placeholderData: keepPreviousData },
  );

function useForgetBilling() {
  const queries = useQueryClient();
  return () => forget(queries, 'billing');
}

/** Subscribes pairs to a plan, all or none. */
export const useSubscribe = () =>
  api.useMutation('post', '/operations/{operationId}/billing/subscriptions/multiple', {
    ...silent,
    onSuccess: useForgetBilling(),
  });

/** Deletes a subscription and the later ones of its pair. */
export const useDeleteSubscription = () =>
  api.useMutation('delete', '/operations/{operationId}/billing/subscriptions/{subscriptionId}', {
    ...silent,
    onSuccess: useForgetBilling(),
  });
