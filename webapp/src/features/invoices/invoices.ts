import type { Schemas } from '@openpmo/sdk';

type Invoice = Schemas['Invoice'];

export const tabs = ['drafts', 'published', 'statements'] as const;
export type Tab = (typeof tabs)[number];

/** What a tab asks the server for. Statements are energy within one legal person: never an invoice. */
export function wantedOf(tab: Tab): { status?: Invoice['status'][]; type?: Invoice['type'][] } {
  switch (tab) {
    case 'drafts':
      return { status: ['DRAFT'] };
    case 'published':
      return { status: ['FINALIZED', 'CANCELLED', 'NOT_CHARGED'] };
    case 'statements':
      return { type: ['STATEMENT'] };
    default:
      return tab satisfies never;
  }
}

/** The tab of the address; else the first that says something. */
export function tabOf(asked: string | null, first: Tab, counts: Record<Tab, number> | undefined): Tab {
  const wanted = tabs.find((tab) => tab === asked);
  if (wanted === 'statements') return counts?.statements === 0 ? first : wanted;
  return wanted ?? first;
}

/** Sums by tax rate of the lines of one invoice, highest rate first. */
export function vatRates(lines: readonly Schemas['InvoiceLine'][]): { rate: number; netCents: number }[] {
  const sums = new Map<number, number>();
  for (const { vatPercentage = 0, netCents } of lines) {
    sums.set(vatPercentage, (sums.get(vatPercentage) ?? 0) + netCents);
  }
  return [...sums].map(([rate, netCents]) => ({ rate, netCents })).sort((a, b) => b.rate - a.rate);
}
