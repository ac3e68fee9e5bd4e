import { addDays, addMonths, type Day } from '@openpmo/ui/formats/date';
import type { Operation } from '../../api/operations';
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
  /** Seen from one producer: what came from all of them. */
  local?: number;
  /** What came from the grid, or went to it. */
  rest: number;
  co2Kg?: number;
}

/** The essence of some totals; nothing while one of its figures is not known, or nothing was used or made. */
export function essentialsOf(kind: Viewpoint['kind'], totals: Totals): Essentials | undefined {
  const whole = (kind === 'consumer' ? totals.consumption : totals.production)?.energyMilliWh;
  const shared = totals.autoConsumption?.energyMilliWh;
  if (!whole || shared === undefined) return undefined;
  const local = kind === 'consumer' ? totals.receivedMilliWh : undefined;
  const all = kind === 'consumer' ? totals.selfProductionRate : totals.sharingRate;
  const rest = kind === 'consumer' ? totals.complementMilliWh : totals.surplus?.energyMilliWh;
  return {
    // Of the one producer, its part of the rate of all of them.
    rate: all === undefined ? Math.min(1, shared / whole) : local ? (all * shared) / local : all,
    shared,
    whole,
    rest: Math.max(0, rest ?? whole - (local ?? shared)),
    ...(local === undefined ? {} : { local }),
    ...(totals.co2Kg === undefined ? {} : { co2Kg: totals.co2Kg }),
  };
}

/** How a period is spoken of: one day, a whole civil month, or some days. */
export function spokenPeriod({ from, to }: DayRange): 'day' | 'month' | 'days' {
  if (from === to) return 'day';
  return from.endsWith('-01') && addDays(addMonths(from, 1), -1) === to ? 'month' : 'days';
}

/** The last four weeks of data, or what there is of them. */
export function recentWeeks({ from, to }: DayRange): DayRange {
  const first = addDays(to, -27);
  return { from: first > from ? first : from, to };
}

/** The first day without data: when it is awaited, or that it is overdue. */
export interface NextData {
  kind: 'awaited' | 'today' | 'late' | 'month';
  day: Day;
}

/** Curves come the day after, or as files of whole months (SIBELGA). */
export function nextDataOf(dso: Operation['dso'], last: Day, today: Day): NextData {
  const day = addDays(last, 1);
  if (dso === 'SIBELGA') return { kind: 'month', day };
  const on = addDays(day, 1);
  if (on === today) return { kind: 'today', day };
  return { kind: on > today ? 'awaited' : 'late', day };
}
