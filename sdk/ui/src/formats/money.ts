import { formatNumber, type Locale, noBreakSpace, thinSpace } from './number';

const microPerEuro = 1_000_000;

/** Euros with two decimals from whole cents. */
export function formatMoney(cents: number, locale: Locale): string {
  return `${formatNumber(cents / 100, locale, 2)}${noBreakSpace}€`;
}

/** A unit price from micro-euros, with as many decimals as it has, at least two, at most six. */
export function formatPrice(microEuro: number, locale: Locale, per?: string): string {
  const euros = formatNumber(microEuro / microPerEuro, locale, 2, 6);
  return `${euros}${noBreakSpace}€${per ? `/${per}` : ''}`;
}

/** Rates are 0–1 on the wire; percentages 0–100 go through formatPercentage. */
export function formatRate(rate: number, locale: Locale, decimals = 1): string {
  return formatPercentage(rate * 100, locale, decimals);
}

/** `least` decimals are written even when they are zero, so that the figures of a column stand below each other. */
export function formatPercentage(percentage: number, locale: Locale, decimals = 1, least = 0): string {
  return `${formatNumber(percentage, locale, least, decimals)}${thinSpace}%`;
}

/**
 * Reads an amount that a person typed ("1 234,50", "1234.5") as whole units of 1/scale.
 * Undefined when it is no number or has more decimals than the scale can hold.
 */
export function parseDecimal(typed: string, scale: number): number | undefined {
  const plain = typed.replace(/[\s\u00a0\u202f€]/g, '').replace(',', '.');
  if (!/^-?\d+(\.\d*)?$|^-?\.\d+$/.test(plain)) return undefined;
  const [whole = '', fraction = ''] = plain.replace('-', '').split('.');
  const digits = Math.round(Math.log10(scale));
  if (fraction.replace(/0+$/, '').length > digits) return undefined;
  const units = Number(whole || '0') * scale + Number(fraction.padEnd(digits, '0').slice(0, digits) || '0');
  if (!Number.isSafeInteger(units)) return undefined;
  return plain.startsWith('-') ? 0 - units : units;
}
