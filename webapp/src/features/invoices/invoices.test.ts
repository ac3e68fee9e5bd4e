import type { Schemas } from '@openpmo/sdk';
import { describe, expect, it } from 'vitest';
import { tabOf, vatRates } from './invoices';

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

it('sums lines by tax rate', () => {
  const line = (netCents: number, vatPercentage?: number) =>
    ({ netCents, ...(vatPercentage === undefined ? {} : { vatPercentage }) }) as Schemas['InvoiceLine'];
  expect(vatRates([line(100, 5.5), line(200, 20), line(50, 5.5), line(1)])).toEqual([
    { rate: 20, netCents: 200 },
    { rate: 5.5, netCents: 150 },
    { rate: 0, netCents: 1 },
  ]);
});
