import { describe, expect, it } from 'vitest';
import { type Invoice, lastOf, merged, type OwnInvoice } from './ownInvoices';

const invoice = (id: string, periodStart: string, part: Partial<Invoice> = {}): Invoice => ({
  id,
  operationId: 'o',
  type: 'INVOICE',
  status: 'FINALIZED',
  paymentStatus: 'PENDING',
  periodStart,
  periodEnd: periodStart,
  billingEntity: { id: 'i', name: 'Commune' },
  billableEntity: { id: 'c', name: 'Boulangerie' },
  netCents: 1,
  vatCents: 0,
  amountCents: 1,
  cancelled: false,
  hasDocument: true,
  overdue: false,
  holds: true,
  createdAt: '2026-11-06T08:00:00+01:00',
  ...part,
});

const found = (one: Invoice, siteId = 's'): OwnInvoice => ({
  invoice: one,
  site: { id: siteId, energyType: 'consumer' },
  operation: 'Val',
});

describe('merged', () => {
  it('orders the invoices of several sites by period, newest first, and keeps each once', () => {
    const shared = invoice('b', '2026-09-01');
    const rows = merged([
      found(shared, 's1'),
      found(invoice('a', '2026-07-01'), 's1'),
      found(invoice('c', '2026-10-01'), 's2'),
      found(shared, 's2'),
    ]);
    expect(rows.map((row) => [row.invoice.id, row.site.id])).toEqual([
      ['c', 's2'],
      ['b', 's1'],
      ['a', 's1'],
    ]);
  });

  it('orders one period by client, as the server does', () => {
    const of = (id: string, name: string) => found(invoice(id, '2026-09-01', { billableEntity: { id, name } }));
    const rows = merged([of('1', 'Mairie'), of('2', 'École'), of('3', 'Ferme')]);
    expect(rows.map(({ invoice: { billableEntity } }) => billableEntity.name)).toEqual(['École', 'Ferme', 'Mairie']);
  });
});

describe('lastOf', () => {
  const paid = { paymentStatus: 'SUCCEEDED' } as const;
  it('takes the invoices of the newest period, one of each issuer, and the first day one of them is due', () => {
    const rows = [
      found(invoice('a', '2026-10-01', { dueDate: '2026-12-06' })),
      found(invoice('b', '2026-10-01', { dueDate: '2026-12-02' })),
      found(invoice('c', '2026-10-01', { ...paid, dueDate: '2026-11-30' })),
      found(invoice('d', '2026-09-01')),
    ];
    const last = lastOf(rows);
    expect(last?.invoices.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(last).toMatchObject({ periodStart: '2026-10-01', settled: false, dueDate: '2026-12-02' });
  });
  it('is settled once all are paid, and then nothing is due', () => {
    expect(lastOf([found(invoice('a', '2026-10-01', { ...paid, dueDate: '2026-12-06' }))])).toEqual({
      invoices: [expect.objectContaining({ id: 'a' })],
      periodStart: '2026-10-01',
      periodEnd: '2026-10-01',
      settled: true,
    });
  });
  it('leaves out what the server says does not hold', () => {
    expect(lastOf([found(invoice('a', '2026-10-01', { holds: false }))])).toBeUndefined();
  });
});
