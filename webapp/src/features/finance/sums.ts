import type { Line } from './queries';

/** What may stand in a line, or not. */
type Known = 'producedMilliWh' | 'sharedMilliWh' | 'restMilliWh' | 'restCents';
type Counted = 'invoicedNetCents' | 'invoicedCents' | 'collectedCents' | 'assignedCents' | 'totalCents';

/** The sum of what is known; nothing where no line knows anything: that is not zero. */
export function knownSum(lines: readonly Line[], field: Known): number | undefined {
  const values = lines.map((line) => line[field]).filter((value) => value !== undefined);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}

/** The sum of what every line has. */
export const sum = (lines: readonly Line[], field: Counted): number =>
  lines.reduce((all, line) => all + line[field], 0);

/** How many lines have energy without a price. */
export const unpriced = (lines: readonly Line[]): number =>
  lines.filter(({ lacks, restMilliWh = 0 }) => lacks.length > 0 && restMilliWh > 0).length;
