import { describe, expect, it } from 'vitest';
import type { Invoice } from '../queries';
import { neighboursOf, sumsOf } from './sums';

const invoice = (id: string, part: Partial<Invoice> = {}): Invoice => ({
  id,
  operationId: 'o',
  type: 'INVOICE',
  status: 'FINALIZED',
  paymentStatus: 'PENDING',
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  billingEntity: { id: 'i', name: 'Commune' },
  billableEntity: { id: 'c', name: 'Martin' },
  netCents: 1000,
  vatCents: 200,
  amountCents: 1200,
  cancelled: false,
  cancellable: true,
  hasDocument: true,
  overdue: false,
  createdAt: '2026-11-06T08:00:00+01:00',
  ...part,
});

describe('what invoices come to', () => {
  it('counts what is owed, what is unpaid, and drafts apart', () => {
    const sums = sumsOf([
      invoice('1'),
      invoice('2', { paymentStatus: 'SUCCEEDED', amountCents: 500 }),
      invoice('3', { status: 'DRAFT', amountCents: 70 }),
      invoice('4', { status: 'CANCELLED' }),
      invoice('5', { type: 'CREDIT_NOTE' }),
      invoice('6', { type: 'STATEMENT' }),
      invoice('7', { status: 'NOT_CHARGED', amountCents: 0 }),
    ]);
    expect(sums).toEqual({ published: 2, publishedCents: 1700, unpaidCents: 1200, drafts: 1, draftCents: 70 });
  });
});

describe('neighbours of an invoice', () => {
  const list = [invoice('a'), invoice('b', { status: 'CANCELLED' }), invoice('c'), invoice('d')];

  it('are before and after it, past what was cancelled', () => {
    expect(neighboursOf(list, 'c')).toMatchObject({ before: { id: 'a' }, after: { id: 'd' } });
    expect(neighboursOf(list, 'b')).toMatchObject({ before: { id: 'a' }, after: { id: 'c' } });
  });

  it('are none at the ends, and of what is not in the list', () => {
    expect(neighboursOf(list, 'a')).toMatchObject({ after: { id: 'c' } });
    expect(neighboursOf(list, 'a').before).toBeUndefined();
    expect(neighboursOf(list, 'x')).toEqual({});
  });
});
