import type { BankLine } from './queries';

/** What of a line is not settled. */
export const leftOf = ({ amountCents, settledCents }: BankLine): number => Math.abs(amountCents) - settledCents;

/** How a line is named to people: who paid, or what was written. */
export const nameOf = ({ counterparty, text, endToEndId }: BankLine): string =>
  counterparty || text || endToEndId || '';

/** What the bank and the payer wrote, in one text. */
export const saidOf = ({ communication, text, endToEndId, returnReason }: BankLine): string =>
  [returnReason, communication, text, !text && !communication && endToEndId].filter(Boolean).join(' · ');
