import type { Correction } from './queries';

/** Something can still be decided. */
export const undecided = ({ state }: Correction): boolean =>
  state === 'OPEN' || state === 'RECORDED' || state === 'KEPT';

export const differenceOf = ({ amountCents, amountAfterCents }: Correction): number => amountAfterCents - amountCents;

export const sumOf = (list: readonly Correction[]): number => list.reduce((sum, one) => sum + differenceOf(one), 0);

export const paidOf = (list: readonly Correction[]): number => list.reduce((sum, one) => sum + one.paidCents, 0);
