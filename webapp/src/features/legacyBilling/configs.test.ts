import { describe, expect, it } from 'vitest';
import { endsBefore, formOf, recreates, updateOf } from './configs';
import type { BillingConfig, BillingContract } from './queries';
import { configSchema } from './schema';

const config: BillingConfig = {
  id: 'k1',
  operationId: 'o1',
  producers: ['p1'],
  consumers: ['c1', 'c2'],
  startDate: '2026-09-01',
  sellingPriceMicroEuro: 112_000,
  subscriptionPriceMicroEuro: 0,
  period: 3,
  anniversary: '2020-01-01',
  paymentMethod: 'transfer',
  paymentDeadline: 30,
};

const form = configSchema.parse(formOf(config));

describe('a change of a config', () => {
  it('makes contracts anew for another start, producer or consumer, in whatever order', () => {
    expect(recreates(config, { ...form, consumers: ['c2', 'c1'] })).toBe(false);
    expect(recreates(config, { ...form, startDate: '2026-10-01' })).toBe(true);
    expect(recreates(config, { ...form, consumers: ['c1'] })).toBe(true);
    expect(recreates(config, { ...form, producers: ['p1', 'p2'] })).toBe(true);
  });

  it('sends what differs alone, so that other prices leave contracts', () => {
    expect(updateOf(form, config)).toEqual({});
    expect(updateOf({ ...form, sellingPrice: 115_000 }, config)).toEqual({ sellingPriceMicroEuro: 115_000 });
    expect(updateOf({ ...form, period: '6', consumers: ['c1'] }, config)).toEqual({ period: 6, consumers: ['c1'] });
  });
});

it('ends a contract where the next one of the same two begins', () => {
  const contract = (id: string, startDate: string, consumerId = 'c1'): BillingContract => ({
    id,
    operationId: 'o1',
    configId: 'k1',
    producerId: 'p1',
    producerName: 'Toit',
    consumerId,
    consumerName: 'Anne',
    startDate,
  });
  const all = [
    contract('a', '2026-01-01'),
    contract('b', '2026-06-01'),
    contract('c', '2026-03-01'),
    contract('d', '2026-02-01', 'c2'),
  ];
  expect(all.map((one) => endsBefore(one, all))).toEqual(['2026-03-01', undefined, '2026-06-01', undefined]);
});
