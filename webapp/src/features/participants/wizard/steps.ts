import type { Operation } from '../../../api/operations';

/** The tabs of a participant (specification section 2); those of billing are not there where nothing is billed by plans. */
export const steps = ['site', 'billing', 'payment', 'account', 'plan', 'summary'] as const;
export type Step = (typeof steps)[number];

export const isBilled = ({ features }: Pick<Operation, 'features'>): boolean => features.includes('billing');

export const stepsOf = (billed: boolean): readonly Step[] =>
  billed ? steps : steps.filter((step) => step !== 'payment' && step !== 'plan');

/** Which tab a field of the request is on: `site.dsoId`, `client.iban`, `plan.startDate`. */
export function stepOf(field: string | undefined): Step | undefined {
  const [part, name] = (field ?? '').split('.');
  if (part === 'plan') return 'plan';
  if (part === 'client' || part === 'issuer') return name === 'iban' || name === 'bic' ? 'payment' : 'billing';
  if (part !== 'site') return undefined;
  if (name === 'userEmail') return 'account';
  return name === 'siret' || name === 'treasury' || name === 'billedUntil' ? 'billing' : 'site';
}
