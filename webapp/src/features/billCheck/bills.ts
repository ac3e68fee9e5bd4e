import type { Economy } from './queries';

/** The two bills: all energy at the supplier's prices, and with the operation. */
export interface Bill {
  id: 'without' | 'with';
  supplier: number;
  local: number;
  fixed: number;
}

export const parts = ['supplier', 'local', 'fixed'] as const;
export type Part = (typeof parts)[number];

export const totalOf = ({ supplier, local, fixed }: Bill): number => supplier + local + fixed;

/** Nothing where no day could be counted: a bill that is not known is not one of nothing. */
export function billsOf({ withoutCents, withCents, localCents, fixedCents }: Economy): Bill[] {
  if (withoutCents === undefined || withCents === undefined) return [];
  const local = localCents ?? 0;
  const fixed = fixedCents ?? 0;
  return [
    { id: 'without', supplier: withoutCents, local: 0, fixed: 0 },
    { id: 'with', supplier: withCents - local - fixed, local, fixed },
  ];
}
