import { addDays, addMonths, type Day, dayIn } from '@openpmo/ui/formats/date';
import type { NatureKey } from '@openpmo/ui/theme/natures';
import type { DayRange } from '../../../design/period';
import type { LoadCurve, Nature, Viewpoint } from '../viewpoint/viewpoint';

const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** The months of a balance: those of the period when it has several, else the year that ends with it, as far as there is data. */
export function balanceRange(period: DayRange, bounds: DayRange): DayRange {
  if (period.from.slice(0, 7) < period.to.slice(0, 7) && period.from < addDays(addMonths(period.to, -1), -1)) {
    return period;
  }
  const year = addMonths(firstOfMonth(period.to), -11);
  const first = firstOfMonth(bounds.from);
  return { from: first > year && first <= period.to ? first : year, to: period.to };
}

/** What is stacked: what was shared and the rest of what was used above zero, what was left over below it. */
export const balanceOf: Record<Viewpoint['kind'], { asked: Nature[]; above: NatureKey[]; below: NatureKey[] }> = {
  operation: { asked: ['Conso', 'Autoconso', 'Surplus'], above: ['Autoconso', 'complement'], below: ['Surplus'] },
  consumer: { asked: ['Conso', 'Autoconso'], above: ['Autoconso', 'complement'], below: [] },
  producer: { asked: ['Autoconso', 'Surplus'], above: ['Autoconso', 'Surplus'], below: [] },
};

/** One month of a balance, in mWh; a figure that is not known is absent. */
export interface MonthBalance {
  month: Day;
  values: Partial<Record<NatureKey, number>>;
  /** The range cuts the month. */
  partial: boolean;
  provisional: boolean;
}

/** A curve by the month as balances. */
export function monthBalances(curve: LoadCurve, { from, to }: DayRange): MonthBalance[] {
  const length = Math.max(0, ...curve.series.map(({ values }) => values.length));
  const first = firstOfMonth(from);
  const provisional = curve.provisionalFrom && dayIn(curve.provisionalFrom, curve.timezone);
  return Array.from({ length }, (_, index) => {
    const month = addMonths(first, index);
    const last = addDays(addMonths(month, 1), -1);
    const values: MonthBalance['values'] = {};
    for (const series of curve.series) {
      const value = series.values[index] ?? null;
      if (value !== null) values[series.nature] = value;
    }
    // What is not complement came from all producers, also where the curve is seen from one.
    const received = curve.received?.values[index] ?? undefined;
    if (received !== undefined) values.Autoconso = received;
    const { Conso: used, Autoconso: shared } = values;
    if (used !== undefined && shared !== undefined) values.complement = Math.max(0, used - shared);
    return {
      month,
      values,
      partial: month < from || last > to,
      provisional: provisional !== undefined && provisional !== '' && last >= provisional,
    };
  });
}
