import type { Schemas } from '@openpmo/sdk';
import { api } from '../../api/client';

export type OperationBilling = Schemas['OperationBilling'];
export type BilledParty = Schemas['BilledParty'];

/** How an account is billed in each of its operations. */
export const useOperationBillings = (userId: string) =>
  api.useQuery(
    'get',
    '/users/{userId}/operation-billings',
    { params: { path: { userId } } },
    { meta: { silent: true } },
  );
