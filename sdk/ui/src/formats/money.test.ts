import { describe, expect, it } from 'vitest';
import { formatMoney, formatPercentage, formatPrice, formatRate, parseDecimal } from './money';

const plain = (s: string) => s.replaceAll('\u202f', '_').replaceAll('\u00a0', '~');

describe('money', () => {
  it.each([
    [0, '0,00~€'],
    [5, '0,05~€'],
    [56_596, '565,96~€'],
    [123_456_789, '1_234_567,89~€'],
    [-250, '\u22122,50~€'],
  ])('shows %d cents as %s', (cents, text) => expect(plain(formatMoney(cents, 'fr'))).toBe(text));

  it.each([
    [123_400, '0,1234~€/kWh'],
    [100_000, '0,10~€/kWh'],
    [2_000_000, '2,00~€/kWh'],
    [1, '0,000001~€/kWh'],
  ])('shows %d micro-euro as %s', (micro, text) => expect(plain(formatPrice(micro, 'fr', 'kWh'))).toBe(text));

  it('shows rates and percentages', () => {
    expect(plain(formatRate(0.8105, 'fr'))).toBe('81,1_%');
    expect(plain(formatPercentage(45.71, 'fr', 2))).toBe('45,71_%');
    expect(plain(formatPercentage(6.6, 'fr', 2, 2))).toBe('6,60_%');
  });
});

describe('parseDecimal', () => {
  it.each([
    ['1 234,50', 100, 123_450],
    ['1234.5', 100, 123_450],
    ['0,1234', 1_000_000, 123_400],
    ['-0,05', 100, -5],
    ['12,', 100, 1200],
    ['1,500', 100, 150],
    ['12 €', 100, 1200],
  ])('reads %s', (typed, scale, units) => expect(parseDecimal(typed, scale)).toBe(units));

  it.each(['', 'abc', '1,2,3', '0,123', '--1', '1e5', '99999999999999999'])('refuses %s', (typed) =>
    expect(parseDecimal(typed, 100)).toBeUndefined(),
  );
});
