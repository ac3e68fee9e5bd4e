import type { Schemas } from '@openpmo/sdk';
import { expect, it } from 'vitest';
import { attemptKey, generatedOf, sizeOf, totalsByIssuer, totalsOf } from './runs';

const invoice = (issuer: string, netCents: number, vatCents: number) =>
  ({
    billingEntity: { id: issuer, name: issuer },
    netCents,
    vatCents,
    amountCents: netCents + vatCents,
  }) as Schemas['Invoice'];

it('adds invoices up in cents, also issuer by issuer', () => {
  const list = [invoice('Toits', 14_169, 2_834), invoice('Commune', 28_138, 5_628), invoice('Toits', 4_856, 971)];
  expect(totalsOf(list)).toEqual({ count: 3, netCents: 47_163, vatCents: 9_433, amountCents: 56_596 });
  expect(totalsByIssuer(list).map(({ name, count, amountCents }) => [name, count, amountCents])).toEqual([
    ['Commune', 1, 33_766],
    ['Toits', 2, 22_830],
  ]);
});

it('does not count what is not charged as generated', () => {
  const items = [{ status: 'SUCCESS' }, { status: 'SUCCESS', notCharged: true }, { status: 'FAILURE' }];
  expect(generatedOf({ invoices: items } as Schemas['BillRun'])).toHaveLength(1);
});

it('measures a check: clients once, periods each, and those with problems', () => {
  const item = (client: string, periods: number, problems = 0) =>
    ({
      billableEntityId: client,
      periods: Array(periods).fill({ from: '', to: '' }),
      problems: Array(problems).fill({ key: 'k' }),
    }) as unknown as Schemas['BillRunCheckItem'];
  expect(sizeOf([item('a', 1), item('a', 2), item('b', 1, 2)])).toEqual({ clients: 2, periods: 4, blocked: 1 });
});

it('makes a key of its own for each attempt', () => {
  expect(attemptKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(attemptKey()).not.toBe(attemptKey());
});
