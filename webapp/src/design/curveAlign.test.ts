import { describe, expect, it } from 'vitest';
import { alignedTo } from './curveAlign';
import type { Curve } from './drawnCurve';

const quarter = 900_000;
const curve = (start: string, values: (number | null)[], step = 'PT15M'): Curve => ({
  unit: 'mWh',
  timezone: 'Europe/Paris',
  start,
  step,
  sourceStep: 'PT15M',
  series: [{ nature: 'Conso', scope: 'Global', values }],
});
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('alignedTo', () => {
  it('counts days from the first one', () => {
    const here = curve('2026-10-01T00:00:00+02:00', [1, 2, 3], 'P1D');
    const there = curve('2025-10-01T00:00:00+02:00', [10, null], 'P1D');
    expect(alignedTo(here, there, 3, undefined)[0]?.values).toEqual([10, null, null]);
  });

  it('keeps to the clock when the hour changes in one of the two', () => {
    // Both begin on the day of a change in Paris: 92 quarters here, an ordinary day there.
    const here = curve('2026-03-29T00:00:00+01:00', upTo(92));
    const there = curve('2026-03-22T00:00:00+01:00', upTo(96));
    const values = alignedTo(here, there, 92, quarter)[0]?.values ?? [];
    expect(values.slice(6, 10)).toEqual([6, 7, 12, 13]);
    expect(values.at(-1)).toBe(95);
  });

  it('has nothing beside an hour that the other day lacks', () => {
    const here = curve('2026-03-22T00:00:00+01:00', upTo(96));
    const there = curve('2026-03-29T00:00:00+01:00', upTo(92));
    const values = alignedTo(here, there, 96, quarter)[0]?.values ?? [];
    expect(values.slice(7, 13)).toEqual([7, null, null, null, null, 8]);
  });
});
