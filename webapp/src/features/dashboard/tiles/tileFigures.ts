import type { Schemas } from '@openpmo/sdk';
import type { NatureKey } from '@openpmo/ui/theme/natures';
import type { Operation } from '../../../api/operations';
import type { Comparison } from '../comparison';
import {
  type Display,
  type Distribution,
  type LoadCurve,
  type Metrics,
  type Nature,
  sumsOf,
  type Viewpoint,
} from '../viewpoint/viewpoint';

export type TileId =
  | 'consumption'
  | 'production'
  | 'autoConsumption'
  | 'received'
  | 'complement'
  | 'surplus'
  | 'extProduction'
  | 'extConsumption'
  | 'aci'
  | 'co2'
  | 'sharingRate'
  | 'selfProductionRate'
  | 'selfConsumptionRateWithAci'
  | 'selfProductionRateWithAci';

/** One figure of the dashboard, and what it is compared by where enough days can be. */
export interface Tile {
  id: TileId;
  unit: 'energy' | 'rate' | 'co2';
  value?: number | undefined;
  /** How fine an energy is shown, where it stands beside others that it adds up with. */
  grain?: number;
  compared?: TileCompared | undefined;
  nature?: NatureKey;
  /** Of a production, the part of the consumption that it is, shared or not. */
  coverage?: number | undefined;
}

/** The same days of both periods: as many as are complete in both. */
export interface TileCompared {
  now: number;
  before: number;
  days: number;
}

/** What tiles are made of: the metrics call, or the sums of a curve where there is none. */
export type Totals = Omit<Metrics, 'dateFrom' | 'dateTo' | 'previous' | 'yearBefore'> & {
  compared?: Compared | undefined;
};

type Compared = Schemas['ComparedMetrics'];
type EnergyKey = 'consumption' | 'production' | 'autoConsumption' | 'surplus' | 'extProduction' | 'extConsumption';

const energyTile = (id: TileId & EnergyKey, nature: NatureKey, totals: Totals): Tile => ({
  id,
  unit: 'energy',
  nature,
  value: totals[id]?.energyMilliWh,
  compared: energies(totals.compared?.[id]),
});

const energies = (of: Schemas['ComparedEnergy'] | undefined): TileCompared | undefined =>
  of && { now: of.energyMilliWh, before: of.beforeMilliWh, days: of.days };

const rates = (of: Schemas['ComparedRate'] | undefined): TileCompared | undefined =>
  of && { now: of.rate, before: of.beforeRate, days: of.days };

/** The metrics with what they are compared with, whichever it is. */
export function comparedTotals({ previous, yearBefore, ...rest }: Partial<Metrics>, comparison: Comparison): Totals {
  const { compared } = { previous, yearBefore, none: undefined }[comparison] ?? {};
  return compared ? { ...rest, compared } : rest;
}

/**
 * What individual self-consumption adds: energy used on the spot before anything is shared, and the
 * rates that count it. Only for the displays that show it.
 */
function aciTiles(totals: Totals, display: Display): Tile[] {
  if (display === 'ACC') return [];
  const rates = ['selfConsumptionRateWithAci', 'selfProductionRateWithAci'] as const;
  return [
    { id: 'aci', unit: 'energy', value: totals.aciMilliWh },
    ...rates.map((id): Tile => ({ id, unit: 'rate', value: totals[id] })),
  ];
}

/** The tiles of a dashboard in their order (specification sections 1 and 7). */
export function tilesOf(
  kind: Viewpoint['kind'],
  totals: Totals,
  functionalities: Operation['functionalities'],
  display: Display = 'ACC',
): Tile[] {
  const { compared } = totals;
  const consumption = energyTile('consumption', 'Conso', totals);
  const production = energyTile('production', 'Prod', totals);
  const shared = energyTile('autoConsumption', 'Autoconso', totals);
  const surplus = energyTile('surplus', 'Surplus', totals);
  const aci = functionalities.includes('ACI');
  const extProduction = aci ? [energyTile('extProduction', 'ProdExt', totals)] : [];
  const extConsumption = aci ? [energyTile('extConsumption', 'ConsExt', totals)] : [];
  const individual = aci ? aciTiles(totals, display) : [];
  const saved = individual.length > 0 ? (totals.co2KgWithAci ?? totals.co2Kg) : totals.co2Kg;
  const co2: Tile[] = functionalities.includes('GES_KPI') ? [{ id: 'co2', unit: 'co2', value: saved }] : [];
  const sharingRate: Tile = {
    id: 'sharingRate',
    unit: 'rate',
    value: totals.sharingRate,
    compared: rates(compared?.sharingRate),
  };
  switch (kind) {
    case 'operation':
      return [
        consumption,
        { ...production, coverage: totals.coverageRate },
        shared,
        surplus,
        ...extProduction,
        ...extConsumption,
        ...co2,
        sharingRate,
        ...individual,
      ];
    case 'producer':
      return [production, shared, surplus, ...extProduction, ...co2, sharingRate, ...individual];
    case 'consumer':
      return [
        consumption,
        { ...shared, id: 'received' },
        {
          id: 'complement',
          unit: 'energy',
          nature: 'complement',
          value: totals.complementMilliWh,
          compared: energies(compared?.complement),
        },
        ...extConsumption,
        ...co2,
        {
          id: 'selfProductionRate',
          unit: 'rate',
          value: totals.selfProductionRate,
          compared: rates(compared?.selfProductionRate),
        },
        ...individual,
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

/** What was shared and left over in all, for operators whose curves lack one of them. */
function sumsOfDistribution(distribution: Distribution | undefined): Partial<Record<Nature, number>> {
  if (!distribution || distribution.consumers.length === 0) return {};
  const known = distribution.consumers.flatMap(({ sharedMilliWh }) =>
    sharedMilliWh === undefined ? [] : [sharedMilliWh],
  );
  return {
    ...(known.length > 0 && { Autoconso: known.reduce((sum, one) => sum + one, 0) }),
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

type Values = LoadCurve['series'][number]['values'];

const valuesOf = (curve: LoadCurve, nature: Nature): Values | undefined =>
  curve.series.find((series) => series.nature === nature)?.values;

/** Two energies over the steps at which both are known: a gap is no zero in a rate. */
function matched(whole: Values | undefined, part: Values | undefined): { whole: number; part: number } | undefined {
  if (!whole || !part) return undefined;
  const sum = { whole: 0, part: 0 };
  let known = false;
  whole.forEach((value, i) => {
    const other = part[i] ?? null;
    if (value === null || other === null) return;
    known = true;
    sum.whole += value;
    sum.part += other;
  });
  return known ? sum : undefined;
}

/** What is shared of an energy is never more than all of it. */
const rateOf = (of: ReturnType<typeof matched>, most = 1): number | undefined =>
  of && of.whole > 0 ? Math.min(most, of.part / of.whole) : undefined;

/** Totals without the metrics call, from the curve and the distribution (SIBELGA; domain 7). */
export function totalsWithoutMetrics(
  curve: LoadCurve,
  distribution: Distribution | undefined,
  compared: Compared | undefined,
): Totals {
  const now = energyOf({ ...sumsOfDistribution(distribution), ...sumsOf(curve) });
  const received = curve.received?.values;
  const all = curve.received?.energyMilliWh;
  const shared = received ?? valuesOf(curve, 'Autoconso');
  const produced = shared && matched(valuesOf(curve, 'Prod'), shared);
  const consumed = shared && matched(valuesOf(curve, 'Conso'), shared);
  return {
    ...now,
    ...optional('receivedMilliWh', all),
    ...optional('sharingRate', shared ? rateOf(produced) : ratio(now.autoConsumption, now.production)),
    ...optional('selfProductionRate', shared ? rateOf(consumed) : ratio(now.autoConsumption, now.consumption)),
    ...optional(
      'complementMilliWh',
      shared ? consumed && consumed.whole - consumed.part : difference(now.consumption, now.autoConsumption),
    ),
    ...optional('coverageRate', rateOf(matched(valuesOf(curve, 'Conso'), valuesOf(curve, 'Prod')), Infinity)),
    ...optional('missingDays', distribution?.missingDays),
    ...(compared ? { compared } : {}),
  };
}

const optional = <K extends string>(key: K, value: number | undefined): Partial<Record<K, number>> =>
  value === undefined ? {} : ({ [key]: value } as Record<K, number>);

/** Relative change; nothing when there is nothing to compare with. */
export function trendOf({ value, compared }: Tile): number | undefined {
  if (value === undefined || compared === undefined || compared.before <= 0) return undefined;
  return compared.now / compared.before - 1;
}
