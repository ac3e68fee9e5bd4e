import type { NatureKey } from '@openpmo/ui/theme/natures';

/** One bar: energies in mWh by nature. A nature without data is absent. */
export interface StackedRow {
  id: string;
  /** Its whole name, in tooltip and table. */
  name: string;
  /** Its short name, below the bar. */
  tick: string;
  values: Partial<Record<NatureKey, number>>;
  /** What to know about it, as that it is not whole. */
  note?: string | undefined;
}

/** What the bars are drawn from: numbers above and below zero, and how far they reach. */
export function barNumbers(
  rows: readonly StackedRow[],
  above: readonly NatureKey[],
  below: readonly NatureKey[],
): { data: Record<string, string | number>[]; least: number; most: number } {
  let [least, most] = [0, 0];
  const data = rows.map(({ id, values }) => {
    const datum: Record<string, string | number> = { id };
    let [up, down] = [0, 0];
    for (const nature of above) {
      const value = values[nature];
      if (value === undefined) continue;
      datum[nature] = value;
      up += value;
    }
    for (const nature of below) {
      const value = values[nature];
      if (value === undefined) continue;
      datum[nature] = 0 - value;
      down -= value;
    }
    most = Math.max(most, up);
    least = Math.min(least, down);
    return datum;
  });
  return { data, least, most };
}
