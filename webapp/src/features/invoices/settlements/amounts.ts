import type { Invoice } from '../queries';

/** What is still to be paid of an invoice; nothing where more was paid. */
export const openOf = ({ amountCents, paidCents = 0 }: Invoice): number => Math.max(0, amountCents - paidCents);

/** What more was paid than the invoice asks for. */
export const overpaidOf = ({ amountCents, paidCents = 0, status, credits }: Invoice): number =>
  status === 'FINALIZED' && !credits ? Math.max(0, paidCents - amountCents) : 0;

/** Whether it was issued, holds and is not paid. */
export const settleable = ({ number, status, paymentStatus, type }: Invoice): boolean =>
  number !== undefined && type !== 'STATEMENT' && status === 'FINALIZED' && paymentStatus !== 'SUCCEEDED';
