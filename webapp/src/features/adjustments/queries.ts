import type { Schemas } from '@openpmo/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { forget } from '../../api/forget';

export type Discount = Schemas['Discount'];
export type Adjustment = Schemas['Adjustment'];

const adjustmentsPath = '/operations/{operationId}/billing/adjustments';
const discountsPath = '/operations/{operationId}/billing/discounts';
const silent = { meta: { silent: true } } as const;
const of = (operationId: string) => ({ params: { path: { operationId } } });

/** The discounts of an operation, by pair and first day. */
export const useDiscounts = (operationId: string) => api.useQuery('get', discountsPath, of(operationId), silent);

/** The one-off amounts of a client, the latest first. */
export const useAdjustments = (operationId: string, billableEntityId: string | undefined) =>
  api.useQuery(
    'get',
    adjustmentsPath,
    { params: { path: { operationId }, query: billableEntityId ? { billableEntityId } : {} } },
    { ...silent, enabled: billableEntityId !== undefined },
  );

/** The client that is invoiced for a site. */
export function useClientOf(operationId: string, consumerId: string | undefined) {
  const clients = api.useQuery('get', '/operations/{operationId}/billing/billable-entities', of(operationId), silent);
  return clients.data?.find(({ consumerIds }) => consumerId !== undefined && consumerIds.includes(consumerId));
}

function useForgetBilling() {
  const queries = useQueryClient();
  return () => forget(queries, 'billing');
}

export const useAddDiscount = () =>
  api.useMutation('post', discountsPath, { ...silent, onSuccess: useForgetBilling() });

export const useEndDiscount = () =>
  api.useMutation('put', `${discountsPath}/{discountId}`, { ...silent, onSuccess: useForgetBilling() });

export const useDeleteDiscount = () =>
  api.useMutation('delete', `${discountsPath}/{discountId}`, { ...silent, onSuccess: useForgetBilling() });

export const useAddAdjustment = () =>
  api.useMutation('post', adjustmentsPath, { ...silent, onSuccess: useForgetBilling() });

export const useWithdrawAdjustment = () =>
  api.useMutation('delete', `${adjustmentsPath}/{adjustmentId}`, { ...silent, onSuccess: useForgetBilling() });
