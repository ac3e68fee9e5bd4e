import { energyGrain } from '@openpmo/ui/formats/energy';
import type { Tile, TileId, Totals } from '../tiles/tileFigures';
import type { Viewpoint } from '../viewpoint/viewpoint';

/** The energies of one side of a site in a period, of all producers together, in mWh. The parts add up to the whole. */
export interface Essentials {
  /** Part of what one consumed (or made) that was shared, 0–1. */
  rate: number;
  /** What one consumed, or made. */
  whole: number;
  shared: number;
  /** What came from the grid, or went to it. */
  rest: number;
  /** What was measured without its sharing being known; 0 where all is known. */
  unknown: number;
  /** The four energies are whole numbers of it: how fine they are shown. */
  grain: number;
  co2Kg?: number;
}

/**
 * The essence of some totals; nothing while one of its figures is not known, or nothing was used or
 * made. The energies are rounded as they are shown, all as fine as the smallest, so that what is read
 * adds up.
 */
export function essentialsOf(kind: Viewpoint['kind'], totals: Totals): Essentials | undefined {
  const whole = (kind === 'consumer' ? totals.consumption : totals.production)?.energyMilliWh;
  const shared = totals.autoConsumption?.energyMilliWh;
  if (!whole || shared === undefined) return undefined;
  const known = kind === 'consumer' ? totals.complementMilliWh : totals.surplus?.energyMilliWh;
  const rest = Math.min(Math.max(0, known ?? whole - shared), Math.max(0, whole - shared));
  const grain = Math.min(...[whole, shared, rest].filter((one) => one > 0).map(energyGrain));
  const round = (milliWh: number) => Math.round(milliWh / grain) * grain;
  const left = round(whole) - round(shared);
  // Less than what is shown is a matter of rounding, no lack of knowledge.
  const unknown = whole - shared - rest < grain ? 0 : Math.max(0, left - round(rest));
  return {
    rate: (kind === 'consumer' ? totals.selfProductionRate : totals.sharingRate) ?? Math.min(1, shared / whole),
    whole: round(whole),
    shared: round(shared),
    rest: left - unknown,
    unknown,
    grain,
    ...(totals.co2Kg === undefined ? {} : { co2Kg: totals.co2Kg }),
  };
}

/** The tiles of these energies show them so that they add up. */
export function asTold(tiles: readonly Tile[], found: Essentials | undefined): Tile[] {
  if (!found) return [...tiles];
  const told: Partial<Record<TileId, number>> = {
    consumption: found.whole,
    production: found.whole,
    received: found.shared,
    autoConsumption: found.shared,
    complement: found.rest,
    surplus: found.rest,
  };
  return tiles.map((tile) => {
    const value = told[tile.id];
    return value === undefined || tile.value === undefined ? tile : { ...tile, value, grain: found.grain };
  });
}
