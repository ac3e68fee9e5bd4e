import { describe, expect, it } from 'vitest';
import { essentialsOf, nextDataOf, recentWeeks, spokenPeriod } from './essentialsModel';

const of = (energyMilliWh: number) => ({ energyMilliWh });

describe('essentialsOf', () => {
  it('sets what was shared against what one used, or made', () => {
    const totals = { consumption: of(200), production: of(400), autoConsumption: of(124), co2Kg: 3 };
    expect(essentialsOf('consumer', totals)).toEqual({ rate: 0.62, shared: 124, whole: 200, rest: 76, co2Kg: 3 });
    expect(essentialsOf('producer', totals)).toEqual({ rate: 0.31, shared: 124, whole: 400, rest: 276, co2Kg: 3 });
  });
  it('says what was local in all, and what of it came from the producer that is looked at', () => {
    const seen = { consumption: of(640), autoConsumption: of(59), receivedMilliWh: 163, complementMilliWh: 477 };
    expect(essentialsOf('consumer', { ...seen, selfProductionRate: 163 / 640 })).toEqual({
      rate: 59 / 640,
      shared: 59,
      whole: 640,
      local: 163,
      rest: 477,
    });
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
  ['ENEDIS', '2026-11-19', { kind: 'awaited', day: '2026-11-20' }],
  ['FAKE', '2026-11-18', { kind: 'today', day: '2026-11-19' }],
  ['SRD', '2026-11-17', { kind: 'late', day: '2026-11-18' }],
  ['SIBELGA', '2026-10-31', { kind: 'month', day: '2026-11-01' }],
] as const)('%s with data until %s awaits %o on the 20th of November', (dso, last, next) =>
  expect(nextDataOf(dso, last, '2026-11-20')).toEqual(next),
);

it('looks at the hours of four weeks, or of as many days as there are', () => {
  expect(recentWeeks({ from: '2026-01-01', to: '2026-11-19' })).toEqual({ from: '2026-10-23', to: '2026-11-19' });
  expect(recentWeeks({ from: '2026-11-10', to: '2026-11-19' })).toEqual({ from: '2026-11-10', to: '2026-11-19' });
});
