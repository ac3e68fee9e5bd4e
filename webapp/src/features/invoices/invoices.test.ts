import type { Schemas } from '@openpmo/sdk';
import { describe, expect, it } from 'vitest';
import { hasDocument, isLate, tabOf, vatRates } from './invoices';

const invoice = (part: Partial<Schemas['Invoice']>) =>
  ({ type: 'INVOICE', status: 'FINALIZED', paymentStatus: 'PENDING', ...part }) as Schemas['Invoice'];

describe('tab of the page', () => {
  const counts = { drafts: 0, published: 3, statements: 0 };
  it.each([
    [null, 'published'],
    ['drafts', 'drafts'],
    ['nonsense', 'published'],
    ['statements', 'published'],
  ])('%s is %s', (asked, tab) => expect(tabOf(asked, 'published', counts)).toBe(tab));
  it('opens statements where there are some', () => {
    expect(tabOf('statements', 'drafts', { ...counts, statements: 1 })).toBe('statements');
  });
});

it('has no document for a statement or what is not charged', () => {
  expect(hasDocument(invoice({}))).toBe(true);
  expect(hasDocument(invoice({ type: 'STATEMENT' }))).toBe(false);
  expect(hasDocument(invoice({ status: 'NOT_CHARGED' }))).toBe(false);
});

it('is late from the day after its due date, unless paid or cancelled', () => {
  const due = { dueDate: '2026-12-20' };
  expect(isLate(invoice(due), '2026-12-20')).toBe(false);
  expect(isLate(invoice(due), '2026-12-21')).toBe(true);
  expect(isLate(invoice({ ...due, paymentStatus: 'SUCCEEDED' }), '2026-12-21')).toBe(false);
  expect(isLate(invoice({ ...due, status: 'CANCELLED' }), '2026-12-21')).toBe(false);
});

it('sums lines by tax rate', () => {
  const line = (netCents: number, vatPercentage?: number) =>
    ({ netCents, ...(vatPercentage === undefined ? {} : { vatPercentage }) }) as Schemas['InvoiceLine'];
  expect(vatRates([line(100, 5.5), line(200, 20), line(50, 5.5), line(1)])).toEqual([
    { rate: 20, netCents: 200 },
    { rate: 5.5, netCents: 150 },
    { rate: 0, netCents: 1 },
  ]);
});
