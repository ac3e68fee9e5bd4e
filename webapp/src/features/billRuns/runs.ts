import type { Schemas } from '@openpmo/sdk';

type Invoice = Schemas['Invoice'];

export interface Totals {
  count: number;
  netCents: number;
  vatCents: number;
  amountCents: number;
}

const nothing: Totals = { count: 0, netCents: 0, vatCents: 0, amountCents: 0 };

/** What invoices ask for together, in whole cents. */
export const totalsOf = (invoices: readonly Invoice[]): Totals =>
  invoices.reduce(
    (sum, one) => ({
      count: sum.count + 1,
      netCents: sum.netCents + one.netCents,
      vatCents: sum.vatCents + one.vatCents,
      amountCents: sum.amountCents + one.amountCents,
    }),
    nothing,
  );

/** The same for each issuer, by name: numbers are given issuer by issuer. */
export function totalsByIssuer(invoices: readonly Invoice[]): (Totals & { id: string; name: string })[] {
  const byId = new Map<string, Invoice[]>();
  for (const invoice of invoices) {
    const own = byId.get(invoice.billingEntity.id);
    if (own) own.push(invoice);
    else byId.set(invoice.billingEntity.id, [invoice]);
  }
  return [...byId]
    .map(([id, own]) => ({ id, name: own[0]?.billingEntity.name ?? '', ...totalsOf(own) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'fr', { numeric: true }));
}

/** Invoices that a run made; what is not charged is no invoice (specification section 4). */
export const generatedOf = (run: Schemas['BillRun']) =>
  run.invoices.filter(({ status, notCharged }) => status === 'SUCCESS' && !notCharged);

/** Clients and periods of a check. */
export function sizeOf(clients: readonly Schemas['BillRunCheckItem'][]): {
  clients: number;
  periods: number;
  blocked: number;
} {
  return {
    clients: new Set(clients.map(({ billableEntityId }) => billableEntityId)).size,
    periods: clients.reduce((sum, { periods }) => sum + periods.length, 0),
    blocked: clients.filter(({ problems }) => problems && problems.length > 0).length,
  };
}

/** A key of this attempt: sending it again gets the first answer again. */
export function attemptKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
