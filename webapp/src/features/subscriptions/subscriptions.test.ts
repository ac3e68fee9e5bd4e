import type { Schemas } from '@openpmo/sdk';
import { describe, expect, it } from 'vitest';
import { laterOf, pairsOf, refusalsOf, stateOf, withoutPlan, withoutRefused } from './subscriptions';

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
    expect(pairsOf(['a', 'b'], ['p', 'q'], 'producers')).toEqual([
      { consumerId: 'a', producerId: 'p' },
      { consumerId: 'a', producerId: 'q' },
      { consumerId: 'b', producerId: 'p' },
      { consumerId: 'b', producerId: 'q' },
    ]);
  });
  it('have no producer when the operation sells', () => {
    expect(pairsOf(['a'], ['p'], 'operation')).toEqual([{ consumerId: 'a' }]);
    expect(pairsOf(['a'], ['p'], 'none')).toEqual([{ producerId: 'p' }]);
  });
});

it('takes the later ones along that the server names', () => {
  const [first, second, third] = [
    sub('1', '2026-01-01', { laterIds: ['2', '3'] }),
    sub('2', '2026-04-01'),
    sub('3', '2026-07-01'),
  ] as const;
  const all = [third, first, second];
  expect(laterOf(first, all).map(({ id }) => id)).toEqual(['2', '3']);
  expect(laterOf(third, all)).toEqual([]);
});

describe('refusals', () => {
  const pairs = pairsOf(['a', 'b'], ['p'], 'producers');
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
