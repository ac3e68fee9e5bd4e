import type { Schemas } from '@openpmo/sdk';
import { type Day, dayNumber } from '@openpmo/ui/formats/date';
import { channels, mixChannel } from './colours';

export type HeatMap = Schemas['HeatMap'];

export const hoursOfDay = 24;

export interface Cell {
  /** Index of the day. */
  day: number;
  hour: number;
}

/**
 * The cells as pixels, one column a day and one line an hour, midnight on top. Zero has a
 * colour of its own, and a gap is left transparent, so that neither looks like the other.
 */
export function heatPixels(
  { days, maxMilliWh }: Pick<HeatMap, 'days' | 'maxMilliWh'>,
  zero: string,
  full: string,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(days.length * hoursOfDay * 4);
  const [from, to] = [channels(zero), channels(full)];
  days.forEach(({ values }, day) => {
    for (let hour = 0; hour < hoursOfDay; hour++) {
      const value = values[hour] ?? null;
      if (value === null) continue;
      const at = 4 * (hour * days.length + day);
      const heat = heatOf(value, maxMilliWh);
      pixels[at] = mixChannel(from[0], to[0], heat);
      pixels[at + 1] = mixChannel(from[1], to[1], heat);
      pixels[at + 2] = mixChannel(from[2], to[2], heat);
      pixels[at + 3] = 255;
    }
  });
  return pixels;
}

/** 0–1. A little above the straight line, so that small values stay apart from zero. */
function heatOf(value: number, max: number): number {
  if (max <= 0 || value <= 0) return 0;
  return Math.min(1, value / max) ** 0.8;
}

/** The cell that a key leads to; nothing for a key that moves nothing. */
export function moveCell(cell: Cell | undefined, key: string, days: number): Cell | undefined {
  const { day, hour } = cell ?? { day: 0, hour: 12 };
  const keep = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const to = (dayStep: number, hourStep: number): Cell =>
    cell ? { day: keep(day + dayStep, days - 1), hour: keep(hour + hourStep, hoursOfDay - 1) } : { day, hour };
  switch (key) {
    case 'ArrowLeft':
      return to(-1, 0);
    case 'ArrowRight':
      return to(1, 0);
    case 'ArrowUp':
      return to(0, -1);
    case 'ArrowDown':
      return to(0, 1);
    case 'PageUp':
      return to(-7, 0);
    case 'PageDown':
      return to(7, 0);
    case 'Home':
      return { day: 0, hour };
    case 'End':
      return { day: days - 1, hour };
    default:
      return undefined;
  }
}

/** A stretch of neighbouring days, as parts of the whole width. */
export interface Stretch {
  start: number;
  length: number;
}

/** The stretches of provisional days. */
export function provisionalStretches(days: HeatMap['days']): Stretch[] {
  const out: Stretch[] = [];
  days.forEach(({ provisional }, index) => {
    if (!provisional) return;
    const last = out.at(-1);
    if (last && last.start + last.length === index) last.length++;
    else out.push({ start: index, length: 1 });
  });
  return out.map(({ start, length }) => ({ start: start / days.length, length: length / days.length }));
}

/** Days that get a name below the map: the first of each month, or some days of a short range. */
export function dayTicks(days: readonly { date: Day }[], most: number): { date: Day; at: number; month: boolean }[] {
  const count = days.length;
  const months = count > 62;
  const every = Math.max(1, Math.ceil(count / most));
  const wanted = ({ date }: { date: Day }, index: number) =>
    months ? date.endsWith('-01') : index % every === 0 && (dayNumber(date) ?? 0) > 0;
  const ticks = days.flatMap((day, index) =>
    wanted(day, index) ? [{ date: day.date, at: index / count, month: months }] : [],
  );
  const thin = Math.ceil(ticks.length / most);
  return ticks.filter((_, index) => index % thin === 0);
}

/** Energy of a day; nothing when no hour has a value. */
export const dayTotal = (values: readonly (number | null)[]): number | undefined =>
  values.reduce<number | undefined>((sum, value) => (value === null ? sum : (sum ?? 0) + value), undefined);
