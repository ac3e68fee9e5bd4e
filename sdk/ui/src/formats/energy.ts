import { formatNumber, type Locale, thinSpace } from './number';

/** mWh in one kWh: the contract's unit and the unit people read. */
export const milliWhPerKWh = 1_000_000;

/** Thresholds of specification section 9, in kWh; each is still on the lower side. */
const twoDecimalsUpTo = 20;
const kiloUpTo = 20_000;
const oneDecimalUpTo = 1_000_000;

export interface Quantity {
  value: string;
  unit: string;
}

/** Scales a quantity given in k units by the thresholds of specification section 9. */
function scaled(kilo: number, base: string, locale: Locale): Quantity {
  const size = Math.abs(kilo);
  if (size <= twoDecimalsUpTo) return { value: formatNumber(kilo, locale, 2), unit: `k${base}` };
  if (size <= kiloUpTo) return { value: formatNumber(kilo, locale), unit: `k${base}` };
  if (size <= oneDecimalUpTo) return { value: formatNumber(kilo / 1000, locale, 1), unit: `M${base}` };
  return { value: formatNumber(kilo / 1000, locale), unit: `M${base}` };
}

const joined = ({ value, unit }: Quantity) => `${value}${thinSpace}${unit}`;

/** Number and unit apart, for tiles that print the unit smaller. */
export function energyParts(milliWh: number, locale: Locale): Quantity {
  return scaled(milliWh / milliWhPerKWh, 'Wh', locale);
}

/** Energy for people: up to 20 kWh with two decimals, up to 20 000 kWh with none, then MWh. */
export function formatEnergy(milliWh: number, locale: Locale): string {
  return joined(energyParts(milliWh, locale));
}

/** How fine `formatEnergy` shows a quantity: the mWh of one unit of its last digit. */
export function energyGrain(milliWh: number): number {
  const kilo = Math.abs(milliWh) / milliWhPerKWh;
  if (kilo <= twoDecimalsUpTo) return milliWhPerKWh / 100;
  if (kilo <= kiloUpTo) return milliWhPerKWh;
  return (kilo <= oneDecimalUpTo ? 100 : 1000) * milliWhPerKWh;
}

/** Energy as fine as a grain, so that quantities that stand together have one unit and one number of decimals. */
export function energyPartsAt(milliWh: number, grain: number, locale: Locale): Quantity {
  const kilo = milliWh / milliWhPerKWh;
  if (grain < milliWhPerKWh) return { value: formatNumber(kilo, locale, 2), unit: 'kWh' };
  if (grain === milliWhPerKWh) return { value: formatNumber(kilo, locale), unit: 'kWh' };
  return { value: formatNumber(kilo / 1000, locale, grain < 1000 * milliWhPerKWh ? 1 : 0), unit: 'MWh' };
}

/** One unit for a whole axis, by its longest bar: divide by `milliWh`, write `unit` beside the numbers. */
export function energyAxis(longestMilliWh: number): { unit: 'kWh' | 'MWh'; milliWh: number } {
  const mega = Math.abs(longestMilliWh) / milliWhPerKWh > kiloUpTo;
  return mega ? { unit: 'MWh', milliWh: 1000 * milliWhPerKWh } : { unit: 'kWh', milliWh: milliWhPerKWh };
}

/** Energy in kWh with exactly three decimals, as invoices and tables of quantities print it. */
export function formatKWh(milliWh: number, locale: Locale, decimals = 3): string {
  return `${formatNumber(milliWh / milliWhPerKWh, locale, decimals)}${thinSpace}kWh`;
}

/** Mean power of a step: energy in mWh over its length in milliseconds, shown like energy but in W. */
export function formatMeanPower(milliWh: number, stepMs: number, locale: Locale): string {
  return joined(scaled(meanKW(milliWh, stepMs), 'W', locale));
}

/** Mean power in kW of a step. */
export function meanKW(milliWh: number, stepMs: number): number {
  return milliWh / milliWhPerKWh / (stepMs / 3_600_000);
}

/** Power in kW as the contract gives it. */
export function formatPower(kW: number, locale: Locale): string {
  return `${formatNumber(kW, locale, 0, 2)}${thinSpace}kW`;
}

/** Mass of CO2: kilograms up to one tonne, then tonnes with one decimal. */
export function co2Parts(kg: number, locale: Locale): Quantity {
  if (Math.abs(kg) < 1000) return { value: formatNumber(kg, locale), unit: 'kg' };
  return { value: formatNumber(kg / 1000, locale, 1), unit: 't' };
}
