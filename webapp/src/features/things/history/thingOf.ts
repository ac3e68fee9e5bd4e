import type { Thing } from '../../../api/addresses';

/** The page of what a change was made to, by the contract's word for it. */
export const thingOf: Partial<Record<string, Thing>> = {
  participant: 'site',
  billableEntity: 'client',
  billingEntity: 'issuer',
  plan: 'plan',
  invoice: 'invoice',
  curveImport: 'import',
  run: 'run',
};
