import { addDays, addMonths } from '@openpmo/ui/formats/date';
import type { DayRange } from '../../design/period';
import type { Viewpoint } from './model';
import type { Totals } from './tilesModel';

/** What a participant wants to know first, in mWh. */
export interface Essentials {
  /** Part of what one consumed (or made) that was shared, 0–1. */
  rate: number;
  shared: number;
  /** What one consumed, or made. */
  whole: number;
  /** What came from the grid, or went to it. */
  rest: number;
  co2Kg?: number;
}

/** The essence of some totals; nothing while one of its figures is not known, or nothing was used or made. */
export function essentialsOf(kind: Viewpoint['kind'], totals: Totals): Essentials | undefined {
  const whole = (kind === 'consumer' ? totals.consumption : totals.production)?.energyMilliWh;
  const shared = totals.autoConsumption?.energyMilliWh;
  if (!whole || shared === undefined) return undefined;
  return {
    rate: shared / whole,
    shared,
    whole,
    rest: Math.max(0, whole - shared),
    ...(totals.co2Kg === undefined ? {} : { co2Kg: totals.co2Kg }),
  };
}

/** How a period is spoken of: one day, a whole civil month, or some days. */
export function spokenPeriod({ from, to }: DayRange): 'day' | 'month' | 'days' {
  if (from === to) return 'day';
  return from.endsWith('-01') && addDays(addMonths(from, 1), -1) === to ? 'month' : 'days';
}
