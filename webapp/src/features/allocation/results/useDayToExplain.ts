import { addDays } from '@openpmo/ui/formats/date';
import { useOperation } from '../../../api/operations';
import { lastWholeDay } from './explanation/steps';
import { useDailyCurve } from './queries';

/** How far back a day without a gap is looked for. */
const daysBack = 30;

/** The day whose steps are explained first: the last one up to a day on which no site lacks a measure. */
export function useDayToExplain(to: string): string {
  const { data } = useDailyCurve(useOperation().id, { from: addDays(to, -daysBack), to });
  return lastWholeDay(data) ?? to;
}
