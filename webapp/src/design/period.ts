import { addDays, addMonths, type Day, daysBetween, isDay } from '@openpmo/ui/formats/date';

/** Civil days, both included, as the contract has them. */
export interface DayRange {
  from: Day;
  to: Day;
}

/** Quick options: those of specification section 9, and a quarter, which the sliding range has too. */
export const presets = ['D1', 'D7', 'M1', 'M3', 'M6', 'M12'] as const;
export type Preset = (typeof presets)[number];

export const defaultPreset: Preset = 'M1';
const monthsAtMost = 12;

/** The window of a quick option that ends on a day. */
export function windowEnding(preset: Preset, to: Day): DayRange {
  const count = Number(preset.slice(1));
  if (preset.startsWith('D')) return { from: addDays(to, 1 - count), to };
  return { from: addMonths(addDays(to, 1), -count), to };
}

/** Why a range is refused, as the contract's keys say it; nothing when it is good. */
export function rangeProblem({ from, to }: DayRange): 'date.invalid' | 'range.reversed' | 'range.tooLong' | undefined {
  if (!isDay(from) || !isDay(to)) return 'date.invalid';
  if (from > to) return 'range.reversed';
  return to >= addMonths(from, monthsAtMost) ? 'range.tooLong' : undefined;
}

/** Length in whole months when the range is made of them, else in days. */
function span(range: DayRange): { months: number } | { days: number } {
  for (let months = 1; months <= monthsAtMost; months++) {
    if (addDays(addMonths(range.from, months), -1) === range.to) return { months };
  }
  return { days: daysBetween(range.from, range.to) };
}

/** The range of the same span just before (−1) or after (+1). */
export function shift(range: DayRange, direction: 1 | -1): DayRange {
  const length = span(range);
  if ('days' in length) {
    const days = direction * length.days;
    return { from: addDays(range.from, days), to: addDays(range.to, days) };
  }
  const from = addMonths(range.from, direction * length.months);
  return { from, to: addDays(addMonths(from, length.months), -1) };
}

/** First and last day of uploaded and non-definitive data together; nothing when there is none. */
export function dataBounds(
  ranges: { uploadedData: readonly DayRange[]; nonDefinitiveDataRange: readonly DayRange[] } | undefined,
): DayRange | undefined {
  const merged = [...(ranges?.uploadedData ?? []), ...(ranges?.nonDefinitiveDataRange ?? [])];
  if (merged.length === 0) return undefined;
  return {
    from: merged.reduce((least, range) => (range.from < least ? range.from : least), merged[0]?.from ?? ''),
    to: merged.reduce((most, range) => (range.to > most ? range.to : most), merged[0]?.to ?? ''),
  };
}

/** The period asked for in the address when it is good, else the last default window of the data. */
export function choosePeriod(
  asked: { from: string | null; to: string | null },
  bounds: DayRange | undefined,
): DayRange | undefined {
  if (!bounds) return undefined;
  const range = { from: asked.from ?? '', to: asked.to ?? '' };
  return rangeProblem(range) ? windowEnding(defaultPreset, bounds.to) : range;
}

/** Lengths of the sliding range of a dashboard, in months (specification section 9). */
export const slidingLengths = [1, 3, 6, 12] as const;

/** The windows of so many months that the data holds, a month apart, the one that ends with it last. */
export function slidingWindows(months: number, bounds: DayRange): DayRange[] {
  const end = addDays(bounds.to, 1);
  const windows: DayRange[] = [];
  for (let back = 0; back === 0 || addMonths(end, -back - months) >= bounds.from; back++) {
    windows.unshift({ from: addMonths(end, -back - months), to: addDays(addMonths(end, -back), -1) });
  }
  return windows;
}

/** Length and place of a period among the sliding windows; the length is absent when it is none of them. */
export function slidingPlace(period: DayRange, bounds: DayRange): { months: number | undefined; index: number } {
  const length = span(period);
  const months = 'months' in length ? slidingLengths.find((one) => one === length.months) : undefined;
  const windows = slidingWindows(months ?? 1, bounds);
  const index = windows.findIndex(({ to }) => to >= period.to);
  return { months, index: index < 0 ? windows.length - 1 : index };
}
