import type { Schemas } from '@openpmo/sdk';

export type Invoice = Schemas['Invoice'];
export type OwnParticipant = Schemas['OwnParticipant'];

type Site = Pick<Schemas['Participant'], 'id' | 'energyType'>;

/** An invoice with the site it was found by, which its document is asked by. */
export interface OwnInvoice {
  invoice: Invoice;
  site: Site;
  /** The operation, for people who have several. */
  operation: string;
}

/** How many are shown before somebody asks for the rest. */
export const shownAtFirst = 5;

/** The sites that are asked: all of the person, or those of one operation, where there is billing. */
export const sitesIn = (own: readonly OwnParticipant[], operationId: string | undefined): OwnParticipant[] =>
  own.filter(
    ({ operation }) =>
      (operationId === undefined || operation.id === operationId) && operation.features.includes('billing'),
  );

/**
 * The invoices of several sites as one list, each once: an invoice may be for several
 * sites. Newest period first, as the server orders those of one site.
 */
export function merged(found: readonly OwnInvoice[]): OwnInvoice[] {
  const once = new Map<string, OwnInvoice>();
  for (const one of found) if (!once.has(one.invoice.id)) once.set(one.invoice.id, one);
  return [...once.values()].sort(
    (a, b) =>
      b.invoice.periodStart.localeCompare(a.invoice.periodStart) ||
      a.invoice.billableEntity.name.localeCompare(b.invoice.billableEntity.name, 'fr', { numeric: true }) ||
      a.invoice.id.localeCompare(b.invoice.id),
  );
}

/** Where the card of all invoices stands in its page. */
export const cardId = 'my-invoices';

/** The newest invoices: those of one period, one of each issuer. */
export interface LastInvoices extends Pick<Invoice, 'periodStart' | 'periodEnd'> {
  invoices: Invoice[];
  settled: boolean;
  /** The first day that one of them is due. */
  dueDate?: string;
}

/** The newest of some invoices that the person received and that hold; nothing when there are none. */
export function lastOf(rows: readonly OwnInvoice[]): LastInvoices | undefined {
  const received = rows.filter(({ invoice }) => invoice.holds);
  const first = received[0]?.invoice;
  if (!first) return undefined;
  const { periodStart, periodEnd } = first;
  const invoices = received
    .map(({ invoice }) => invoice)
    .filter((one) => one.periodStart === periodStart && one.periodEnd === periodEnd);
  const open = invoices.filter(({ paymentStatus }) => paymentStatus !== 'SUCCEEDED');
  const [dueDate] = open.flatMap((one) => one.dueDate ?? []).sort();
  return { invoices, periodStart, periodEnd, settled: open.length === 0, ...(dueDate ? { dueDate } : {}) };
}
