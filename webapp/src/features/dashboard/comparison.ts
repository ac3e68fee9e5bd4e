import { addDays, addMonths, daysBetween } from '@openpmo/ui/formats/date';
import type { DayRange } from '../../design/period';
import type { Nature, Resolution, Viewpoint } from './viewpoint/viewpoint';

/** What a period stands beside: the one just before, the same days a year earlier, or nothing. */
export const comparisons = ['previous', 'yearBefore', 'none'] as const;
export type Comparison = (typeof comparisons)[number];

/** Short words of the address. */
const inAddress: Record<Comparison, string> = { previous: 'prev', yearBefore: 'yoy', none: 'none' };

export const comparisonOf = (asked: string | null): Comparison =>
  comparisons.find((one) => inAddress[one] === asked) ?? 'none';

/** How a choice is written in the address; the usual one is not. */
export const comparisonParam = (comparison: Comparison): string | undefined =>
  comparison === 'none' ? undefined : inAddress[comparison];

/** The range of as many days just before: what the metrics call compares with. */
export function daysBefore({ from, to }: DayRange): DayRange {
  return { from: addDays(from, -daysBetween(from, to)), to: addDays(from, -1) };
}

/** The range that a period is compared with. */
export function comparedRange(period: DayRange, comparison: Comparison): DayRange | undefined {
  switch (comparison) {
    case 'previous':
      return daysBefore(period);
    case 'yearBefore':
      return { from: addMonths(period.from, -12), to: addMonths(period.to, -12) };
    case 'none':
      return undefined;
    default:
      return comparison satisfies never;
  }
}

/** The natures that are drawn a second time: what one uses or makes, so that the rest stays readable. */
export const comparedNatures: Record<Viewpoint['kind'], Nature[]> = {
  operation: ['Conso', 'Prod'],
  consumer: ['Conso'],
  producer: ['Prod'],
};

/** The resolution that answers with a step. */
export function resolutionFor(step: string): Resolution {
  const known: Partial<Record<string, Resolution>> = { PT1H: 'hour', P1D: 'day', P1M: 'month' };
  return known[step] ?? 'raw';
}
