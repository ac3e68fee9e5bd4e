import { dayIn, daysBetween } from '@openpmo/ui/formats/date';
import type { Curve, PointQuality } from './curveReply';

/** Neighbouring steps of one quality: the worst that any nature has there. */
export interface CurveMark {
  quality: Exclude<PointQuality, 'definitive'>;
  from: number;
  count: number;
}

/** From bad to good: the worst one is what a step is marked by. */
const order: readonly PointQuality[] = ['missing', 'suspect', 'estimated', 'provisional', 'definitive'];

/**
 * What the steps of a curve are, where they are not definitive: the worst of its natures.
 * Without qualities in the reply, the provisional end and the gaps are known all the same.
 */
export function qualitiesOf(curve: Curve, length: number): PointQuality[] {
  const out = Array.from({ length }, (): PointQuality => 'definitive');
  const worsen = (index: number, quality: PointQuality) => {
    const before = out[index];
    if (before !== undefined && order.indexOf(quality) < order.indexOf(before)) out[index] = quality;
  };
  for (const { qualities = [] } of curve.series) {
    for (const { from, count, quality } of qualities) {
      for (let i = from; i < from + count; i++) worsen(i, quality);
    }
  }
  if (curve.provisionalFrom && curve.series.every(({ qualities }) => qualities === undefined)) {
    for (let i = stepOf(curve, curve.provisionalFrom); i < length; i++) worsen(i, 'provisional');
  }
  for (const { values } of curve.series) {
    if (values.every((value) => value === null)) continue;
    values.forEach((value, i) => {
      if (value === null) worsen(i, 'missing');
    });
  }
  return out;
}

/** Index of the step that an instant lies in. */
function stepOf(curve: Curve, instant: string): number {
  const [, hours = '0', minutes = '0'] = /^PT(?:(\d+)H)?(?:(\d+)M)?$/.exec(curve.step) ?? [];
  const length = Number(hours) * 3_600_000 + Number(minutes) * 60_000;
  if (length > 0) return Math.max(0, Math.floor((Date.parse(instant) - Date.parse(curve.start)) / length));
  const [first, day] = [dayIn(curve.start, curve.timezone), dayIn(instant, curve.timezone)];
  if (curve.step !== 'P1M') return Math.max(0, daysBetween(first, day) - 1);
  const months = (of: string) => Number(of.slice(0, 4)) * 12 + Number(of.slice(5, 7));
  return Math.max(0, months(day) - months(first));
}

/** The same as stretches of neighbours, without what is definitive. */
export function marksOf(curve: Curve, length: number): CurveMark[] {
  const marks: CurveMark[] = [];
  qualitiesOf(curve, length).forEach((quality, index) => {
    if (quality === 'definitive') return;
    const last = marks.at(-1);
    if (last && last.quality === quality && last.from + last.count === index) last.count++;
    else marks.push({ quality, from: index, count: 1 });
  });
  return marks;
}

/** The first step that is drawn hatched: its values may still change; -1 = none is. */
export const firstHatched = (marks: readonly CurveMark[]): number =>
  marks.find(({ quality }) => quality === 'provisional')?.from ?? -1;

/** What a step is; definitive when no mark says otherwise. */
export const qualityAt = (marks: readonly CurveMark[], index: number): PointQuality =>
  marks.find(({ from, count }) => index >= from && index < from + count)?.quality ?? 'definitive';

/** Which kinds of marks a curve has, worst first. */
export const kindsOf = (marks: readonly CurveMark[]): CurveMark['quality'][] =>
  order.filter(
    (kind): kind is CurveMark['quality'] => kind !== 'definitive' && marks.some(({ quality }) => quality === kind),
  );
