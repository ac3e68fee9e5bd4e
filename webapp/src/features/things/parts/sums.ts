import type { Invoice } from '../queries';

export interface Sums {
  published: number;
  publishedCents: number;
  unpaidCents: number;
  drafts: number;
  draftCents: number;
}

/** What invoices come to: those that are owed, what of it is not paid yet, and drafts, in whole cents. */
export function sumsOf(invoices: readonly Invoice[]): Sums {
  const sums = { published: 0, publishedCents: 0, unpaidCents: 0, drafts: 0, draftCents: 0 };
  for (const { type, status, paymentStatus, amountCents } of invoices) {
    if (type !== 'INVOICE') continue;
    if (status === 'DRAFT') {
      sums.drafts++;
      sums.draftCents += amountCents;
    }
    if (status === 'FINALIZED') {
      sums.published++;
      sums.publishedCents += amountCents;
      if (paymentStatus !== 'SUCCEEDED') sums.unpaidCents += amountCents;
    }
  }
  return sums;
}

/** The invoices before and after one of a list that is ordered by period; cancelled ones are passed over. */
export function neighboursOf(list: readonly Invoice[], id: string): { before?: Invoice; after?: Invoice } {
  const alive = list.filter((one) => one.id === id || one.status !== 'CANCELLED');
  const at = alive.findIndex((one) => one.id === id);
  if (at < 0) return {};
  const [before, after] = [alive[at - 1], alive[at + 1]];
  return { ...(before ? { before } : {}), ...(after ? { after } : {}) };
}
