import { describe, expect, it } from 'vitest';
import { kindsOf, marksOf, qualityAt } from './curveQuality';
import type { Curve } from './drawnCurve';

const curve = (series: Partial<Curve['series'][number]>[], part: Partial<Curve> = {}): Curve => ({
  unit: 'mWh',
  timezone: 'Europe/Paris',
  start: '2026-10-24T00:00:00+02:00',
  step: 'PT1H',
  sourceStep: 'PT15M',
  series: series.map((one) => ({ nature: 'Conso', scope: 'Global', values: [], ...one })),
  ...part,
});

describe('marksOf', () => {
  it('marks a step by the worst of its natures', () => {
    const marks = marksOf(
      curve([
        { values: [1, 1, 1, 1], qualities: [{ from: 0, count: 4, quality: 'provisional' }] },
        { values: [1, 1, null, 1], qualities: [{ from: 1, count: 1, quality: 'suspect' }] },
      ]),
      4,
    );
    expect(marks).toEqual([
      { quality: 'provisional', from: 0, count: 1 },
      { quality: 'suspect', from: 1, count: 1 },
      { quality: 'missing', from: 2, count: 1 },
      { quality: 'provisional', from: 3, count: 1 },
    ]);
    expect(kindsOf(marks)).toEqual(['missing', 'suspect', 'provisional']);
    expect(qualityAt(marks, 1)).toBe('suspect');
    expect(qualityAt(marks, 9)).toBe('definitive');
  });

  it.each([
    ['PT1H', '2026-10-25T00:00:00+02:00', 24],
    ['P1D', '2026-10-26T00:00:00+01:00', 2],
    ['P1M', '2026-12-05T00:00:00+01:00', 2],
  ])('without qualities hatches the provisional end, steps of %s', (step, provisionalFrom, from) => {
    const values = Array.from({ length: from + 2 }, () => 1);
    expect(marksOf(curve([{ values }], { step, provisionalFrom }), from + 2)).toEqual([
      { quality: 'provisional', from, count: 2 },
    ]);
  });

  it('knows a gap from a nature that has no data at all', () => {
    const marks = marksOf(curve([{ values: [1, null] }, { nature: 'Prod', values: [null, null] }]), 2);
    expect(marks).toEqual([{ quality: 'missing', from: 1, count: 1 }]);
  });
});
