import type { Schemas } from '@openpmo/sdk';

type Invoice = Schemas['Invoice'];

export const tabs = [
  'drafts',
  'published',
  'toDeliver',
  'overdue',
  'paid',
  'cancelled',
  'creditNotes',
  'statements',
] as const;
export type Tab = (typeof tabs)[number];
export type Totals = Schemas['InvoiceTotals'];

/** What a tab asks the server for; `InvoiceTotals` has the sums of each. Statements are energy within one legal person: never an invoice. */
export function wantedOf(tab: Tab): {
  status?: Invoice['status'][];
  type?: Invoice['type'][];
  overdue?: boolean;
  paid?: boolean;
  delivery?: Schemas['DeliveryFilter'][];
} {
  switch (tab) {
    case 'drafts':
      return { status: ['DRAFT'] };
    case 'published':
      return { status: ['FINALIZED', 'NOT_CHARGED'], type: ['INVOICE'] };
    case 'toDeliver':
      return { delivery: ['TO_DO'] };
    case 'overdue':
      return { overdue: true };
    case 'paid':
      return { paid: true };
    case 'cancelled':
      return { status: ['CANCELLED'] };
    case 'creditNotes':
      return { type: ['CREDIT_NOTE'] };
    case 'statements':
      return { type: ['STATEMENT'] };
    default:
      return tab satisfies never;
  }
}

/** The tabs that there are always; the others are there while there is something in them. */
const always: readonly Tab[] = ['drafts', 'published'];

/** The tabs to show, the one that is open among them. */
export const shownTabs = (totals: Totals | undefined, open: Tab): Tab[] =>
  tabs.filter((tab) => always.includes(tab) || tab === open || (totals?.[tab].number ?? 0) > 0);

/** The tab of the address, unless it is empty and not there always; else the first that says something. */
export function tabOf(asked: string | null, first: Tab, totals: Totals | undefined): Tab {
  const wanted = tabs.find((tab) => tab === asked);
  if (!wanted) return first;
  return always.includes(wanted) || totals?.[wanted].number !== 0 ? wanted : first;
}

/** Sums by tax rate of the lines of one invoice, highest rate first. */
export function vatRates(lines: readonly Schemas['InvoiceLine'][]): { rate: number; netCents: number }[] {
  const sums = new Map<number, number>();
  for (const { vatPercentage = 0, netCents } of lines) {
    sums.set(vatPercentage, (sums.get(vatPercentage) ?? 0) + netCents);
  }
  return [...sums].map(([rate, netCents]) => ({ rate, netCents })).sort((a, b) => b.rate - a.rate);
}
