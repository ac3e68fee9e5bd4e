import type { NatureKey } from '@openpmo/ui/theme/natures';
import type { Curve } from './curveReply';

type Values = Curve['series'][number]['values'];

/**
 * The values of another period on the steps of this one: the same day counted from the start, and
 * the same time of the clock. An hour that only one of them has stands beside nothing.
 */
export function alignedTo(
  curve: Curve,
  other: Curve,
  length: number,
  /** Milliseconds of an elapsed step; nothing for days and months. */
  step: number | undefined,
): { nature: NatureKey; values: Values }[] {
  const place = step ? clockPlaces(curve, other, step, length) : (index: number) => index;
  return other.series.map(({ nature, values }) => ({
    nature,
    values: Array.from({ length }, (_, index) => values[place(index) ?? -1] ?? null),
  }));
}

/** For each step of the one, the step of the other at the same time of the clock. */
function clockPlaces(curve: Curve, other: Curve, step: number, length: number): (index: number) => number | undefined {
  const theirs = Math.max(0, ...other.series.map(({ values }) => values.length));
  const places = new Map<number, number>();
  const [here, there] = [clockOf(curve, step), clockOf(other, step)];
  for (let index = 0; index < theirs; index++) places.set(there(index), index);
  const found = Array.from({ length }, (_, index) => places.get(here(index)));
  return (index) => found[index];
}

/** Minutes on the clock since the first step of a curve, as if no day had 23 or 25 hours. */
function clockOf(curve: Curve, step: number): (index: number) => number {
  const start = Date.parse(curve.start);
  const offset = offsetIn(curve.timezone);
  const first = offset(start);
  return (index) => (index * step) / 60_000 + offset(start + index * step) - first;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Minutes by which a zone is ahead of UTC. A day with one offset at both ends is asked about once. */
function offsetIn(zone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' });
  const known = new Map<number, number>();
  const ask = (ms: number): number => {
    const found = known.get(ms);
    if (found !== undefined) return found;
    const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):?(\d{2})?/.exec(name) ?? [];
    const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    known.set(ms, offset);
    return offset;
  };
  return (ms) => {
    const day = Math.floor(ms / dayMs) * dayMs;
    const [before, after] = [ask(day), ask(day + dayMs)];
    return before === after ? before : ask(Math.floor(ms / hourMs) * hourMs);
  };
}
