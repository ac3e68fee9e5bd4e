import { describe, expect, it } from 'vitest';
import { essentialsOf } from './essentials';

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
