import { describe, expect, it } from 'vitest';
import { co2Parts, energyAxis, formatEnergy, formatKWh, formatMeanPower, meanKW } from './energy';

const kWh = 1_000_000;
const plain = (s: string) => s.replaceAll('\u202f', '_').replaceAll('\u00a0', '~');

describe('formatEnergy', () => {
  it.each([
    [0, '0,00_kWh'],
    [1 * kWh, '1,00_kWh'],
    [12.346 * kWh, '12,35_kWh'],
    [20 * kWh, '20,00_kWh'],
    [20 * kWh + 1, '20_kWh'],
    [20.01 * kWh, '20_kWh'],
    [20.6 * kWh, '21_kWh'],
    [999.5 * kWh, '1_000_kWh'],
    [20_000 * kWh, '20_000_kWh'],
    [20_000 * kWh + 1, '20,0_MWh'],
    [20_001 * kWh, '20,0_MWh'],
    [412_640 * kWh, '412,6_MWh'],
    [1_000_000 * kWh, '1_000,0_MWh'],
    [1_000_001 * kWh, '1_000_MWh'],
    [12_345_678 * kWh, '12_346_MWh'],
    [-3.5 * kWh, '\u22123,50_kWh'],
    [-20 * kWh - 1, '\u221220_kWh'],
    [-412_640 * kWh, '\u2212412,6_MWh'],
  ])('shows %d mWh as %s', (milliWh, text) => {
    expect(plain(formatEnergy(milliWh, 'fr'))).toBe(text);
  });

  it('separates thousands by spaces in Dutch too', () => {
    expect(plain(formatEnergy(12_345 * kWh, 'nl'))).toBe('12_345_kWh');
  });

  it('never shows a negative zero', () => {
    expect(plain(formatEnergy(-1, 'fr'))).toBe('0,00_kWh');
  });
});

describe('energyAxis', () => {
  it('turns to MWh beyond 20 000 kWh, on either side of zero', () => {
    expect(energyAxis(20_000 * kWh)).toEqual({ unit: 'kWh', milliWh: kWh });
    expect(energyAxis(20_000 * kWh + 1)).toEqual({ unit: 'MWh', milliWh: 1000 * kWh });
    expect(energyAxis(-30_000 * kWh).unit).toBe('MWh');
  });
});

describe('other quantities', () => {
  it('prints kWh with three decimals', () => {
    expect(plain(formatKWh(1_396_875_000, 'fr'))).toBe('1_396,875_kWh');
  });
  it('makes mean power from a quarter of an hour', () => {
    expect(meanKW(2.5 * kWh, 900_000)).toBe(10);
    expect(plain(formatMeanPower(2.5 * kWh, 900_000, 'fr'))).toBe('10,00_kW');
  });
  it('turns to tonnes from 1 000 kg', () => {
    expect(co2Parts(999, 'fr')).toEqual({ value: '999', unit: 'kg' });
    expect(co2Parts(13_900, 'fr')).toEqual({ value: '13,9', unit: 't' });
  });
});
