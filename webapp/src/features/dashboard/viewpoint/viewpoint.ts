import type { Schemas } from '@openpmo/sdk';
import { addDays, addMonths, type Day, dayIn, daysBetween } from '@openpmo/ui/formats/date';
import { firstHatched, marksOf } from '../../../design/curveQuality';
import type { DayRange } from '../../../design/period';

export type Metrics = Schemas['Metrics'];
export type LoadCurve = Schemas['LoadCurve'];
export type Distribution = Schemas['Distribution'];
export type DateRanges = Schemas['DateRanges'];
export type Nature = Schemas['Nature'];
export type Participant = Schemas['Participant'];

/** Through whose eyes a dashboard is seen (specification section 6). */
export type Viewpoint =
  | { kind: 'operation'; operationId: string }
  | { kind: 'consumer'; operationId: string; siteId: string; producerId?: string }
  | { kind: 'producer'; operationId: string; siteId: string };

type Site = Pick<Participant, 'id' | 'energyType' | 'isProsumer'>;

/** A side of a site, in a word of the address. */
export type Side = 'consumer' | 'producer';
export const sides: readonly Side[] = ['consumer', 'producer'];

/** The side a site is seen on: the one asked for where it has both, else that of its energy type. */
export const sideOf = ({ energyType, isProsumer }: Omit<Site, 'id'>, asked: string | null | undefined): Side =>
  (isProsumer && sides.find((side) => side === asked)) || energyType;

/**
 * A participant looks at one of its sites: the one asked for, else the producer of the
 * address when it is its own, else its first consumer. A consumer is seen from the
 * producer of the address, which may be itself: a prosumer is a consumer first, and its
 * production is the other side of the same site. Nothing when it has no site here.
 */
export function viewpointOf(
  operationId: string,
  own: readonly Site[],
  asked: { siteId?: string | undefined; producerId?: string | undefined; side?: string | null },
): Viewpoint | undefined {
  const { producerId } = asked;
  const site =
    own.find(({ id }) => id === asked.siteId) ??
    own.find(({ id }) => id === producerId) ??
    own.find(({ energyType }) => energyType === 'consumer') ??
    own[0];
  if (!site) return undefined;
  if (sideOf(site, asked.side) === 'producer') return { kind: 'producer', operationId, siteId: site.id };
  return { kind: 'consumer', operationId, siteId: site.id, ...(producerId ? { producerId } : {}) };
}

/** How much of the operation's own external energy is drawn (specification section 2). */
export const displays = ['ACC', 'ACI', 'ACI_DETAILS'] as const;
export type Display = (typeof displays)[number];

export const displayOf = (asked: string | null): Display => displays.find((one) => one === asked) ?? 'ACC';

const ofKind: Record<Viewpoint['kind'], { shared: readonly Nature[]; external: readonly Nature[] }> = {
  operation: { shared: ['Conso', 'Prod', 'Autoconso', 'Surplus'], external: ['ProdExt', 'ConsExt'] },
  consumer: { shared: ['Conso', 'Autoconso'], external: ['ConsExt'] },
  producer: { shared: ['Prod', 'Autoconso', 'Surplus'], external: ['ProdExt'] },
};

/** The natures to ask for; external ones exist with ACI only. */
export function naturesOf(kind: Viewpoint['kind'], external: boolean): Nature[] {
  const { shared, external: more } = ofKind[kind];
  return [...shared, ...(external ? more : [])];
}

/** Whether the curve also shows what came from the grid: a consumer's, and the detailed display. */
export const showsComplement = (kind: Viewpoint['kind'], display: Display): boolean =>
  kind === 'consumer' || (kind === 'operation' && display === 'ACI_DETAILS');

/** The energy of each nature of a curve, as tiles tell it: all that is known, drawn or not. */
export function sumsOf(curve: LoadCurve): Partial<Record<Nature, number>> {
  const sums: Partial<Record<Nature, number>> = {};
  for (const { nature, energyMilliWh } of curve.series) {
    if (energyMilliWh !== undefined) sums[nature] = energyMilliWh;
  }
  return sums;
}

/** What of the energy of a nature is not drawn: measured at steps that another site lacks. */
export function notDrawn(curve: LoadCurve): Partial<Record<Nature, number>> {
  const rest: Partial<Record<Nature, number>> = {};
  for (const { nature, energyMilliWh = 0, values } of curve.series) {
    const drawn = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
    if (energyMilliWh > drawn) rest[nature] = energyMilliWh - drawn;
  }
  return rest;
}

/** The days of a period on which a nature that has values lacks some, as stretches. */
export function brokenDays(curve: LoadCurve, within: DayRange): DayRange[] {
  const days = new Set<Day>();
  for (const { values } of curve.series) {
    if (values.every((value) => value === null)) continue;
    values.forEach((value, index) => {
      if (value === null) for (const day of daysOfStep(curve, index)) days.add(day);
    });
  }
  const out: DayRange[] = [];
  for (const day of [...days].sort()) {
    if (day < within.from || day > within.to) continue;
    const last = out.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else out.push({ from: day, to: day });
  }
  return out;
}

/** The first day on which a curve is drawn hatched, which is not where it is only said to be provisional. */
export function hatchedSince(curve: LoadCurve): Day | undefined {
  const length = Math.max(0, ...curve.series.map(({ values }) => values.length));
  const index = firstHatched(marksOf(curve, length));
  return index < 0 ? undefined : daysOfStep(curve, index)[0];
}

/** The civil days that a step lies in: one, or those of its month. */
function daysOfStep({ start, step, timezone }: LoadCurve, index: number): Day[] {
  const first = dayIn(start, timezone);
  if (step === 'P1D') return [addDays(first, index)];
  if (step === 'P1M') {
    const month = addMonths(`${first.slice(0, 7)}-01`, index);
    const length = daysBetween(month, addMonths(month, 1)) - 1;
    return Array.from({ length }, (_, at) => addDays(month, at));
  }
  const [, hours = '0', minutes = '0'] = /^PT(?:(\d+)H)?(?:(\d+)M)?$/.exec(step) ?? [];
  const length = Number(hours) * 3_600_000 + Number(minutes) * 60_000;
  return [dayIn(new Date(Date.parse(start) + index * length).toISOString(), timezone)];
}

/** What the sentence under the title says of the data. */
export interface DataState {
  definitiveTo?: Day;
  provisionalTo?: Day;
  /** Days before `definitiveTo` that are provisional all the same. */
  provisionalBefore: number;
}

/** How far the data reaches, and how far it is definitive. */
export function dataStateOf({ uploadedData, nonDefinitiveDataRange }: DateRanges): DataState {
  const end = [...uploadedData, ...nonDefinitiveDataRange].reduce((last, { to }) => (to > last ? to : last), '');
  const definitiveTo = lastWithout(uploadedData, nonDefinitiveDataRange);
  const before = nonDefinitiveDataRange
    .filter(({ from }) => definitiveTo !== undefined && from < definitiveTo)
    .reduce((sum, { from, to }) => sum + daysBetween(from, to), 0);
  return {
    ...(definitiveTo ? { definitiveTo } : {}),
    ...(end && end !== definitiveTo ? { provisionalTo: end } : {}),
    provisionalBefore: before,
  };
}

/** The last day of some ranges that is in none of the others. */
function lastWithout(ranges: readonly DayRange[], without: readonly DayRange[]): Day | undefined {
  for (const { from, to } of [...ranges].sort((a, b) => (a.to < b.to ? 1 : -1))) {
    let day = to;
    for (let hit = holds(without, day); hit; hit = holds(without, day)) day = addDays(hit.from, -1);
    if (day >= from) return day;
  }
  return undefined;
}

const holds = (ranges: readonly DayRange[], day: Day) => ranges.find(({ from, to }) => from <= day && day <= to);

/** How many steps of a curve have no value in any of its natures. */
export function gapsOf(curve: LoadCurve): number {
  const length = Math.max(0, ...curve.series.map(({ values }) => values.length));
  let gaps = 0;
  for (let i = 0; i < length; i++) {
    if (curve.series.every(({ values }) => (values[i] ?? null) === null)) gaps++;
  }
  return gaps;
}

export const resolutions = ['auto', 'raw', 'hour', 'day', 'month'] as const;
export type Resolution = (typeof resolutions)[number];
export const resolutionOf = (asked: string | null): Resolution => resolutions.find((one) => one === asked) ?? 'auto';

/** Beyond so many days the hours of a curve are one block of ink: days are drawn, until one looks closer. */
const hoursFor = 14;

export const fitting = (resolution: Resolution, { from, to }: DayRange): Resolution =>
  resolution === 'auto' && daysBetween(from, to) > hoursFor ? 'day' : resolution;
