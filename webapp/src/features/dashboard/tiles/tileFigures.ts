import type { Schemas } from '@openpmo/sdk';
import type { NatureKey } from '@openpmo/ui/theme/natures';
import type { Operation } from '../../../api/operations';
import type { Comparison } from '../comparison';
import type { Display, Metrics, Viewpoint } from '../viewpoint/viewpoint';

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

/** What tiles are made of: the metrics call, or the totals of a curve where there is none. */
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

/** Relative change; nothing when there is nothing to compare with. */
export function trendOf({ value, compared }: Tile): number | undefined {
  if (value === undefined || compared === undefined || compared.before <= 0) return undefined;
  return compared.now / compared.before - 1;
}
