import type { Schemas } from '@openpmo/sdk';
import { describe, expect, it } from 'vitest';
import { shownTabs, tabOf, vatRates } from './invoices';

const total = (number: number) => ({ number, energyMilliWh: 0, netCents: 0, vatCents: 0, amountCents: 0 });
const totals = (published: number, rest: Partial<Record<'overdue' | 'paid' | 'statements', number>> = {}) => ({
  drafts: total(0),
  published: total(published),
  toDeliver: total(0),
  overdue: total(rest.overdue ?? 0),
  paid: total(rest.paid ?? 0),
  cancelled: total(0),
  creditNotes: total(0),
  statements: total(rest.statements ?? 0),
});

describe('tab of the page', () => {
  it.each([
    [null, 'published'],
    ['drafts', 'drafts'],
    ['nonsense', 'published'],
    ['statements', 'published'],
    ['overdue', 'published'],
  ])('%s is %s', (asked, tab) => expect(tabOf(asked, 'published', totals(3))).toBe(tab));
  it('opens statements where there are some', () => {
    expect(tabOf('statements', 'drafts', totals(3, { statements: 1 }))).toBe('statements');
    expect(tabOf('statements', 'drafts', undefined)).toBe('statements');
  });
  it('shows what exists: a state that nothing is in has no tab', () => {
    expect(shownTabs(undefined, 'drafts')).toEqual(['drafts', 'published']);
    expect(shownTabs(totals(3, { overdue: 1, paid: 2 }), 'drafts')).toEqual(['drafts', 'published', 'overdue', 'paid']);
    expect(shownTabs(totals(3), 'statements')).toEqual(['drafts', 'published', 'statements']);
  });
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
