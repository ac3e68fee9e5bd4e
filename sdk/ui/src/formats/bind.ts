import { type Day, type DayStyle, dayIn, formatDay, formatDayRange, formatInstant, formatTime } from './date';
import { co2Parts, energyParts, energyPartsAt, formatEnergy, formatKWh, formatMeanPower, formatPower } from './energy';
import { formatMoney, formatPercentage, formatPrice, formatRate } from './money';
import { formatNumber, type Locale } from './number';

/** Every format with language and zone already given. Screens use nothing else to print a figure. */
export function bindFormats(locale: Locale, zone: string) {
  return {
    locale,
    zone,
    number: (value: number, min = 0, max = min) => formatNumber(value, locale, min, max),
    energy: (milliWh: number) => formatEnergy(milliWh, locale),
    energyParts: (milliWh: number) => energyParts(milliWh, locale),
    energyPartsAt: (milliWh: number, grain: number) => energyPartsAt(milliWh, grain, locale),
    kWh: (milliWh: number, decimals?: number) => formatKWh(milliWh, locale, decimals),
    meanPower: (milliWh: number, stepMs: number) => formatMeanPower(milliWh, stepMs, locale),
    power: (kW: number) => formatPower(kW, locale),
    co2Parts: (kg: number) => co2Parts(kg, locale),
    money: (cents: number) => formatMoney(cents, locale),
    price: (microEuro: number, per?: string) => formatPrice(microEuro, locale, per),
    rate: (rate: number, decimals?: number) => formatRate(rate, locale, decimals),
    percentage: (percentage: number, decimals?: number, least?: number) =>
      formatPercentage(percentage, locale, decimals, least),
    day: (day: Day, style?: DayStyle) => formatDay(day, locale, style),
    dayRange: (from: Day, to: Day) => formatDayRange(from, to, locale),
    instant: (instant: Date | string, style?: DayStyle) => formatInstant(instant, locale, zone, style),
    time: (instant: Date | string) => formatTime(instant, locale, zone),
    /** The civil day of an instant, now by default. */
    dayOf: (instant: Date | string = new Date()) => dayIn(instant, zone),
  };
}

export type Formats = ReturnType<typeof bindFormats>;
