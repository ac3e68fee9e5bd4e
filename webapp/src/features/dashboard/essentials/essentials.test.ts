import { describe, expect, it } from 'vitest';
import { essentialsOf, nextDataOf, recentWeeks, spokenPeriod } from './essentials';

const of = (energyMilliWh: number) => ({ energyMilliWh });

describe('essentialsOf', () => {
  it('sets what was shared against what one used, or made', () => {
    const kWh = 1_000_000;
    const totals = { consumption: of(200 * kWh), production: of(400 * kWh), autoConsumption: of(124 * kWh), co2Kg: 3 };
    const same = { shared: 124 * kWh, unknown: 0, grain: kWh, co2Kg: 3 };
    expect(essentialsOf('consumer', totals)).toEqual({ ...same, rate: 0.62, whole: 200 * kWh, rest: 76 * kWh });
    expect(essentialsOf('producer', totals)).toEqual({ ...same, rate: 0.31, whole: 400 * kWh, rest: 276 * kWh });
  });
  it('says nothing while something is not known', () => {
    expect(essentialsOf('consumer', { consumption: of(0), autoConsumption: of(0) })).toBeUndefined();
    expect(essentialsOf('consumer', { consumption: of(5) })).toBeUndefined();
    expect(essentialsOf('producer', { consumption: of(5), autoConsumption: of(1) })).toBeUndefined();
  });
});

it.each([
  ['2026-09-01', '2026-09-30', 'month'],
  ['2026-02-01', '2026-02-28', 'month'],
  ['2026-09-01', '2026-10-31', 'days'],
  ['2026-10-20', '2026-11-19', 'days'],
  ['2026-10-01', '2026-10-01', 'day'],
])('speaks of %s to %s as %s', (from, to, as) => expect(spokenPeriod({ from, to })).toBe(as));

it.each([
  ['daily', '2026-11-19', { kind: 'awaited', day: '2026-11-20' }],
  ['daily', '2026-11-18', { kind: 'today', day: '2026-11-19' }],
  ['daily', '2026-11-17', { kind: 'late', day: '2026-11-18' }],
  ['monthly', '2026-10-31', { kind: 'month', day: '2026-11-01' }],
] as const)('%s, with data until %s awaits %o on the 20th of November', (files, last, next) =>
  expect(nextDataOf({ features: files === 'monthly' ? ['monthlyFiles'] : [] }, last, '2026-11-20')).toEqual(next),
);

it('looks at the hours of four weeks, or of as many days as there are', () => {
  expect(recentWeeks({ from: '2026-01-01', to: '2026-11-19' })).toEqual({ from: '2026-10-23', to: '2026-11-19' });
  expect(recentWeeks({ from: '2026-11-10', to: '2026-11-19' })).toEqual({ from: '2026-11-10', to: '2026-11-19' });
});
