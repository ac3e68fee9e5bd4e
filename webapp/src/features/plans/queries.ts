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

/** Where prices are usual today; kept while a form is open. */
export const useUsualPrices = (operationId: string) =>
  api.useQuery('get', '/operations/{operationId}/billing/usual-prices', { params: { path: { operationId } } }, silent);

/** How clients may pay, and what lacks for it; kept while a form is open. */
export const usePaymentMethods = (operationId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/billing/payment-methods',
    { params: { path: { operationId } } },
    silent,
  );

export type PreviewRequest = Schemas['PlanPreviewRequest'];
export type Preview = Schemas['PlanPreview'];
export type PreviewedClient = Schemas['PreviewedClient'];

/** What prices would have billed; nothing is changed by it. */
export const usePreview = () => api.useMutation('post', '/operations/{operationId}/billing/plans/preview', silent);

export type PriceChangeCheck = Schemas['PriceChangeCheck'];
export type PriceChangeMove = Schemas['PriceChangeMove'];

const changesPath = '/operations/{operationId}/billing/plans/{planId}/price-changes';

/** Who would pay what at other prices; nothing is changed by it. */
export const useCheckPriceChange = () => api.useMutation('post', `${changesPath}/check`, silent);

/** Lets subscriptions go on at other prices. */
export const useChangePrice = () => api.useMutation('post', changesPath, { ...silent, onSuccess: useForgetBilling() });
