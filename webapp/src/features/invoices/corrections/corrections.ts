import type { Correction } from './queries';

/** Something can still be decided. */
export const undecided = ({ state }: Correction): boolean =>
  state === 'OPEN' || state === 'RECORDED' || state === 'KEPT';

export const differenceOf = ({ amountCents, amountAfterCents }: Correction): number => amountAfterCents - amountCents;

export const sumOf = (list: readonly Correction[]): number => list.reduce((sum, one) => sum + differenceOf(one), 0);

export const paidOf = (list: readonly Correction[]): number => list.reduce((sum, one) => sum + one.paidCents, 0);

type Pair = Correction['pairs'][number];

/** Network costs that are passed on are others than those of the invoice. */
export const costsDiffer = ({ before, after }: Pair): boolean => (before.costsCents ?? 0) !== (after.costsCents ?? 0);

/** What the pairs that differ pay of network costs, excl. VAT. */
export const costsOf = (pairs: readonly Pair[], when: 'before' | 'after'): number =>
  pairs.reduce((sum, pair) => sum + (pair[when].costsCents ?? 0), 0);
