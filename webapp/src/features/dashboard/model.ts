import type { Schemas } from '@openpmo/sdk';
import { addDays, type Day, daysBetween } from '@openpmo/ui/formats/date';
import type { NatureKey } from '@openpmo/ui/theme/natures';
import type { Operation } from '../../api/operations';
import type { DayRange } from '../../design/period';

export type Metrics = Schemas['Metrics'];
export type LoadCurve = Schemas['LoadCurve'];
export type Distribution = Schemas['Distribution'];
export type DateRanges = Schemas['DateRanges'];
export type Nature = Schemas['Nature'];
export type Participant = Schemas['Participant'];

/** Through whose eyes a dashboard is seen (decisions 6.2). */
export type Viewpoint =
  | { kind: 'operation'; operationId: string }
  | { kind: 'consumer'; operationId: string; siteId: string; producerId?: string }
  | { kind: 'producer'; operationId: string; siteId: string };

type Site = Pick<Participant, 'id' | 'energyType'>;

/**
 * A participant looks at one of its sites: the one asked for, else the producer of the
 * address when it is its own, else its first consumer. A consumer is seen from the
 * producer of the address. Nothing when it has no site here.
 */
export function viewpointOf(
  operationId: string,
  own: readonly Site[],
  asked: { siteId?: string | undefined; producerId?: string | undefined },
): Viewpoint | undefined {
  const { producerId } = asked;
  const site =
    own.find(({ id }) => id === asked.siteId) ??
    own.find(({ id }) => id === producerId) ??
    own.find(({ energyType }) => energyType === 'consumer') ??
    own[0];
  if (!site) return undefined;
  if (site.energyType === 'producer') return { kind: 'producer', operationId, siteId: site.id };
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

export type TileId =
  | 'consumption'
  | 'production'
  | 'autoConsumption'
  | 'received'
  | 'complement'
  | 'surplus'
  | 'extProduction'
  | 'extConsumption'
  | 'co2'
  | 'sharingRate'
  | 'selfProductionRate';

/** One figure of the dashboard; `previous` is the same of the period before, when it can be compared. */
export interface Tile {
  id: TileId;
  unit: 'energy' | 'rate' | 'co2';
  value?: number | undefined;
  previous?: number | undefined;
  nature?: NatureKey;
}

/** What tiles are made of: the metrics call, or the sums of a curve where there is none. */
export type Totals = Omit<Metrics, 'dateFrom' | 'dateTo' | 'previous'> & {
  previous?: Pick<Metrics, EnergyKey> | undefined;
};

type EnergyKey = 'consumption' | 'production' | 'autoConsumption' | 'surplus' | 'extProduction' | 'extConsumption';

const energyTile = (id: TileId & EnergyKey, nature: NatureKey, totals: Totals): Tile => ({
  id,
  unit: 'energy',
  nature,
  value: totals[id]?.energyMilliWh,
  previous: totals.previous?.[id]?.energyMilliWh,
});

/** The tiles of a dashboard in their order (specification sections 1 and 7). */
export function tilesOf(
  kind: Viewpoint['kind'],
  totals: Totals,
  functionalities: Operation['functionalities'],
): Tile[] {
  const { previous } = totals;
  const consumption = energyTile('consumption', 'Conso', totals);
  const production = energyTile('production', 'Prod', totals);
  const shared = energyTile('autoConsumption', 'Autoconso', totals);
  const surplus = energyTile('surplus', 'Surplus', totals);
  const aci = functionalities.includes('ACI');
  const extProduction = aci ? [energyTile('extProduction', 'ProdExt', totals)] : [];
  const extConsumption = aci ? [energyTile('extConsumption', 'ConsExt', totals)] : [];
  const co2: Tile[] = functionalities.includes('GES_KPI') ? [{ id: 'co2', unit: 'co2', value: totals.co2Kg }] : [];
  const sharingRate: Tile = {
    id: 'sharingRate',
    unit: 'rate',
    value: totals.sharingRate,
    previous: ratio(previous?.autoConsumption, previous?.production),
  };
  switch (kind) {
    case 'operation':
      return [consumption, production, shared, surplus, ...extProduction, ...extConsumption, ...co2, sharingRate];
    case 'producer':
      return [production, shared, surplus, ...extProduction, ...co2, sharingRate];
    case 'consumer':
      return [
        consumption,
        { ...shared, id: 'received' },
        {
          id: 'complement',
          unit: 'energy',
          nature: 'complement',
          value: totals.complementMilliWh,
          previous: difference(previous?.consumption, previous?.autoConsumption),
        },
        ...extConsumption,
        ...co2,
        {
          id: 'selfProductionRate',
          unit: 'rate',
          value: totals.selfProductionRate,
          previous: ratio(previous?.autoConsumption, previous?.consumption),
        },
      ];
    default:
      return kind satisfies never;
  }
}

type Energy = Schemas['Metric'] | undefined;

const ratio = (part: Energy, whole: Energy): number | undefined =>
  part && whole && whole.energyMilliWh > 0 ? part.energyMilliWh / whole.energyMilliWh : undefined;

const difference = (whole: Energy, part: Energy): number | undefined =>
  whole && part ? whole.energyMilliWh - part.energyMilliWh : undefined;

/** Sum of each nature of a curve; a nature without any value has none. */
export function sumsOf(curve: LoadCurve): Partial<Record<Nature, number>> {
  const sums: Partial<Record<Nature, number>> = {};
  for (const { nature, values } of curve.series) {
    for (const value of values) {
      if (value !== null) sums[nature] = (sums[nature] ?? 0) + value;
    }
  }
  return sums;
}

/** What was shared and left over in all, for operators whose curves lack one of them. */
function sumsOfDistribution(distribution: Distribution | undefined): Partial<Record<Nature, number>> {
  if (!distribution || distribution.consumers.length === 0) return {};
  return {
    Autoconso: distribution.consumers.reduce((sum, { sharedMilliWh }) => sum + sharedMilliWh, 0),
    Surplus: distribution.surplusMilliWh,
  };
}

const energyOf = (sums: Partial<Record<Nature, number>>): Pick<Metrics, EnergyKey> => {
  const metric = (nature: Nature) => {
    const energyMilliWh = sums[nature];
    return energyMilliWh === undefined ? undefined : { energyMilliWh };
  };
  const natures: [EnergyKey, Nature][] = [
    ['consumption', 'Conso'],
    ['production', 'Prod'],
    ['autoConsumption', 'Autoconso'],
    ['surplus', 'Surplus'],
    ['extProduction', 'ProdExt'],
    ['extConsumption', 'ConsExt'],
  ];
  const out: Pick<Metrics, EnergyKey> = {};
  for (const [key, nature] of natures) {
    const found = metric(nature);
    if (found) out[key] = found;
  }
  return out;
};

/** Totals without the metrics call, from the curve and the distribution (SIBELGA; decisions 3.10). */
export function totalsWithoutMetrics(
  curve: LoadCurve,
  distribution: Distribution | undefined,
  before: LoadCurve | undefined,
): Totals {
  const now = energyOf({ ...sumsOfDistribution(distribution), ...sumsOf(curve) });
  const rate = (whole: Energy) => ratio(now.autoConsumption, whole);
  return {
    ...now,
    ...optional('sharingRate', rate(now.production)),
    ...optional('selfProductionRate', rate(now.consumption)),
    ...optional('complementMilliWh', difference(now.consumption, now.autoConsumption)),
    ...(before ? { previous: energyOf(sumsOf(before)) } : {}),
  };
}

const optional = <K extends string>(key: K, value: number | undefined): Partial<Record<K, number>> =>
  value === undefined ? {} : ({ [key]: value } as Record<K, number>);

/** The range of as many days just before: what the metrics call compares with. */
export function daysBefore({ from, to }: DayRange): DayRange {
  return { from: addDays(from, -daysBetween(from, to)), to: addDays(from, -1) };
}

/** Whether every day of a range lies in one of the others. */
export function isCovered(range: DayRange, ranges: readonly DayRange[]): boolean {
  let next = range.from;
  for (const one of [...ranges].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    if (one.from > next) break;
    if (one.to >= next) next = addDays(one.to, 1);
  }
  return next > range.to;
}

/** Relative change; nothing when there is nothing to compare with. */
export function trendOf({ value, previous }: Tile): number | undefined {
  if (value === undefined || previous === undefined || previous <= 0) return undefined;
  return value / previous - 1;
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
