import type { Operation } from '../../api/operations';
import type { SetupStep } from './queries';

/** Where a step is done: a page, below the operation; the back-office; or a dialog in its place. */
export type Place = { page: string } | { backOffice: string } | { dialog: 'pmo' };

/** The page of each step. A key is set where the operation has its page. */
export function placeOf(kind: SetupStep['kind'], features: Operation['features'] = []): Place {
  switch (kind) {
    case 'OPERATION':
      return { backOffice: '/admin/operations/create' };
    case 'PMO':
      return { dialog: 'pmo' };
    case 'SITES':
      return { page: 'edit/participants' };
    case 'KEY':
      return { page: features.includes('coefficients') ? 'edit/production' : 'productionDistribution?tab=methods' };
    case 'CURVES':
      return { page: 'imports' };
    case 'ISSUERS':
      return { page: 'billing/subscriptions?tab=issuers' };
    case 'CLIENTS':
      return { page: 'billing/subscriptions?tab=clients' };
    case 'PLANS':
      return { page: 'billing/plans' };
    case 'SUBSCRIPTIONS':
      return { page: 'billing/subscriptions' };
    case 'RUN':
      return { page: 'month' };
    default:
      return kind satisfies never;
  }
}
