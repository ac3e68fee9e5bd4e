import type { Schemas } from '@openpmo/sdk';
import { describe, expect, it } from 'vitest';
import {
  effectOf,
  invoicedUntil,
  laterOf,
  pairsOf,
  refusalsOf,
  stateOf,
  withoutPlan,
  withoutRefused,
} from './subscriptions';

const sub = (id: string, startDate: string, part: Partial<Schemas['Subscription']> = {}): Schemas['Subscription'] => ({
  id,
  operationId: 'o',
  consumerId: 'c',
  producerId: 'p',
  plan: { id: 'plan', name: 'Plan' },
  status: 'ENDED',
  startDate,
  ...part,
});

describe('state of a subscription', () => {
  it.each([
    ['ACTIVE', 'active'],
    ['UPCOMING', 'upcoming'],
    ['ENDED', 'ended'],
  ] as const)('%s is %s', (status, state) => expect(stateOf({ status })).toBe(state));
});

describe('pairs', () => {
  it('are every consumer with every producer', () => {
    expect(pairsOf(['a', 'b'], ['p', 'q'], false)).toEqual([
      { consumerId: 'a', producerId: 'p' },
      { consumerId: 'a', producerId: 'q' },
      { consumerId: 'b', producerId: 'p' },
      { consumerId: 'b', producerId: 'q' },
    ]);
  });
  it('have no producer when the operation sells', () => {
    expect(pairsOf(['a'], ['p'], true)).toEqual([{ consumerId: 'a' }]);
  });
  it('end what runs on the first day, and begin after the last invoice of all', () => {
    const running = sub('1', '2026-01-01', { status: 'ACTIVE', invoicedUntil: '2026-09-30' });
    const over = sub('2', '2025-01-01', { endDate: '2025-12-31', invoicedUntil: '2025-12-31' });
    const alone = sub('3', '2026-01-01', { producerId: undefined as never, invoicedUntil: '2026-10-31' });
    const pair = [{ consumerId: 'c', producerId: 'p' }];
    expect(effectOf(pair, [running, over, alone], '2026-11-01')).toEqual({
      closing: [running],
      earliest: '2026-10-01',
    });
    expect(effectOf(pair, [over], '2025-12-31').closing).toEqual([over]);
    expect(effectOf([{ consumerId: 'x' }], [running], '2026-11-01')).toEqual({ closing: [], earliest: undefined });
  });
});

describe('deletion', () => {
  const [first, second, third] = [sub('1', '2026-01-01'), sub('2', '2026-04-01'), sub('3', '2026-07-01')] as const;
  const all = [third, first, second, sub('other', '2026-08-01', { producerId: 'q' })];
  it('takes the later ones of the pair along', () => {
    expect(laterOf(first, all).map(({ id }) => id)).toEqual(['3', '2']);
    expect(laterOf(third, all)).toEqual([]);
  });
  it('is not possible once one of them is invoiced', () => {
    expect(invoicedUntil(first, all)).toBeUndefined();
    const billed = { ...third, invoicedUntil: '2026-09-30' };
    expect(invoicedUntil(first, [first, billed])).toBe('2026-09-30');
  });
});

describe('refusals', () => {
  const pairs = pairsOf(['a', 'b'], ['p'], false);
  const items = [{ key: 'subscription.overlap', row: 2, params: { consumerName: 'Bar', producerName: 'Toit' } }];
  it('name their pair and leave the others', () => {
    const refusals = refusalsOf(items, pairs);
    expect(refusals[0]).toMatchObject({ pair: pairs[1], consumerName: 'Bar', producerName: 'Toit' });
    expect(withoutRefused(pairs, refusals)).toEqual([pairs[0]]);
  });
});

it('finds consumers without a plan; a future one counts', () => {
  const list = [
    sub('1', '2026-01-01', { consumerId: 'a', status: 'ACTIVE' }),
    sub('2', '2026-12-01', { consumerId: 'b', status: 'UPCOMING' }),
    sub('3', '2025-01-01', { consumerId: 'c' }),
  ];
  expect(withoutPlan(['a', 'b', 'c', 'd'], list)).toEqual(['c', 'd']);
});
