import { describe, expect, it } from 'vitest';
import { essentialsOf, spokenPeriod } from './essentialsModel';

const of = (energyMilliWh: number) => ({ energyMilliWh });

describe('essentialsOf', () => {
  it('sets what was shared against what one used, or made', () => {
    const totals = { consumption: of(200), production: of(400), autoConsumption: of(124), co2Kg: 3 };
    expect(essentialsOf('consumer', totals)).toEqual({ rate: 0.62, shared: 124, whole: 200, rest: 76, co2Kg: 3 });
    expect(essentialsOf('producer', totals)).toEqual({ rate: 0.31, shared: 124, whole: 400, rest: 276, co2Kg: 3 });
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
