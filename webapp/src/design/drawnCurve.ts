import { addDays, addMonths, type Day, dayIn, dayNumber } from '@openpmo/ui/formats/date';
import { meanKW, milliWhPerKWh } from '@openpmo/ui/formats/energy';
import type { NatureKey } from '@openpmo/ui/theme/natures';
import { alignedTo } from './curveAlign';
import { type CurveMark, marksOf } from './curveQuality';
import type { Curve } from './curveReply';

export type { CurveMark } from './curveQuality';
export type { Curve, PointQuality } from './curveReply';

const stepPattern = /^PT(?:(\d+)H)?(?:(\d+)M)?$/;

/** Length in milliseconds of an elapsed step; nothing for the civil steps P1D and P1M. */
export function stepMs(step: string): number | undefined {
  const [matched, hours = '0', minutes = '0'] = stepPattern.exec(step) ?? [];
  if (!matched) return undefined;
  return Number(hours) * 3_600_000 + Number(minutes) * 60_000;
}

/**
 * A curve as it is drawn. Elapsed steps lie on real instants and are read in `zone`;
 * civil steps lie on UTC midnights of their days and are read in UTC, so that a day of
 * 23 or 25 hours is a day like any other.
 */
export interface DrawnCurve {
  /** Seconds, as uPlot counts. */
  times: number[];
  zone: string;
  /** Energy per step in kWh, or mean power in kW. */
  unit: 'kWh' | 'kW';
  series: { nature: NatureKey; values: (number | null)[] }[];
  /** Stretches that are not definitive, in the order of the steps. */
  marks: CurveMark[];
  /** What the curve stands beside, step by step: drawn thin, in the same hues. */
  compared?: { label: string; series: { nature: NatureKey; values: (number | null)[] }[] };
  step: string;
}

/** Order in which natures are drawn and listed. */
const order: readonly NatureKey[] = ['Conso', 'Prod', 'Autoconso', 'Surplus', 'ConsExt', 'ProdExt'];

export interface DrawOptions {
  /** Adds what came from the grid: consumption less what was shared, where both are known. */
  complement?: boolean;
  /** Another curve of the same step, and what it is called; only its natures that are known are drawn. */
  compared?: { label: string; curve: Curve } | undefined;
}

export function drawCurve(curve: Curve, { complement = false, compared }: DrawOptions = {}): DrawnCurve {
  const length = Math.max(0, ...curve.series.map((series) => series.values.length));
  const elapsed = stepMs(curve.step);
  const scale = (milliWh: number) => (elapsed ? meanKW(milliWh, elapsed) : milliWh / milliWhPerKWh);
  const scaled = ({ nature, values }: { nature: NatureKey; values: Values }) => ({
    nature,
    values: values.map((value) => (value === null ? null : scale(value))),
  });
  return {
    times: elapsed ? instants(curve, elapsed, length) : civilTimes(curve, length),
    zone: elapsed ? curve.timezone : 'UTC',
    unit: elapsed ? 'kW' : 'kWh',
    step: curve.step,
    series: [...order.flatMap((nature) => seriesOf(curve, nature)), ...(complement ? complementOf(curve) : [])].map(
      scaled,
    ),
    marks: marksOf(curve, length),
    ...(compared && compared.curve.step === curve.step
      ? { compared: { label: compared.label, series: alignedTo(curve, compared.curve, length, elapsed).map(scaled) } }
      : {}),
  };
}

/** The curve without some natures; all of them hidden is an empty plot. */
export function without(curve: DrawnCurve, hidden: ReadonlySet<NatureKey> | undefined): DrawnCurve {
  if (!hidden || hidden.size === 0) return curve;
  const kept = <S extends { nature: NatureKey }>(series: S[]) => series.filter(({ nature }) => !hidden.has(nature));
  const { compared } = curve;
  return {
    ...curve,
    series: kept(curve.series),
    ...(compared ? { compared: { ...compared, series: kept(compared.series) } } : {}),
  };
}

type Values = Curve['series'][number]['values'];

function seriesOf(curve: Curve, nature: NatureKey): { nature: NatureKey; values: Values }[] {
  const found = curve.series.find((series) => series.nature === nature);
  return found ? [{ nature, values: found.values }] : [];
}

function complementOf(curve: Curve): { nature: NatureKey; values: Values }[] {
  const [used] = seriesOf(curve, 'Conso');
  // Seen from one producer, what came from the others is no complement either.
  const shared = curve.received ?? seriesOf(curve, 'Autoconso')[0];
  if (!used || !shared) return [];
  const values = used.values.map((value, i) => {
    const part = shared.values[i] ?? null;
    return value === null || part === null ? null : value - part;
  });
  return [{ nature: 'complement', values }];
}

const seconds = (day: Day) => (dayNumber(day) ?? 0) * 86_400;

function instants(curve: Curve, step: number, length: number): number[] {
  const start = Date.parse(curve.start);
  return Array.from({ length }, (_, i) => (start + i * step) / 1000);
}

function civilTimes(curve: Curve, length: number): number[] {
  const first = dayIn(curve.start, curve.timezone);
  const at = (i: number) => (curve.step === 'P1M' ? addMonths(first, i) : addDays(first, i));
  return Array.from({ length }, (_, i) => seconds(at(i)));
}

/** The civil days that a stretch of the time axis touches, both included. */
export function daysOfStretch(curve: DrawnCurve, fromSeconds: number, toSeconds: number): { from: Day; to: Day } {
  const first = curve.times[0] ?? 0;
  const last = curve.times.at(-1) ?? 0;
  const clamp = (s: number) => new Date(Math.min(last, Math.max(first, s)) * 1000);
  return { from: dayIn(clamp(fromSeconds), curve.zone), to: dayIn(clamp(toSeconds), curve.zone) };
}

export const hasValues = (curve: Curve): boolean =>
  curve.series.some((series) => series.values.some((value) => value !== null));
