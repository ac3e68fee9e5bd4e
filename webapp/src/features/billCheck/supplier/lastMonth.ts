import { addDays, addMonths } from '@openpmo/ui/formats/date';
import type { DayRange } from '../../../design/period';

/** The last civil month that ends with the data or before, as suppliers bill; the data where it is shorter. */
export function lastMonth(bounds: DayRange): DayRange {
  const next = `${addDays(bounds.to, 1).slice(0, 7)}-01`;
  const to = addDays(next, -1);
  return to < bounds.from ? bounds : { from: addMonths(next, -1), to };
}
