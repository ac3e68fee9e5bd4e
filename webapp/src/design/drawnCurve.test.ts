import { describe, expect, it } from 'vitest';
import { type Curve, daysOfStretch, drawCurve, hasValues, stepMs } from './drawnCurve';

const curve = (part: Partial<Curve>): Curve => ({
  unit: 'mWh',
  timezone: 'Europe/Paris',
  start: '2025-03-30T00:00:00+01:00',
  step: 'PT15M',
  sourceStep: 'PT15M',
  series: [],
  ...part,
});

describe('stepMs', () => {
  it.each([
    ['PT15M', 900_000],
    ['PT1H', 3_600_000],
    ['P1D', undefined],
    ['P1M', undefined],
  ])('%s', (step, ms) => expect(stepMs(step)).toBe(ms));
});

describe('drawCurve', () => {
  it('turns energy of elapsed steps into mean power and keeps gaps', () => {
    const drawn = drawCurve(curve({ series: [{ nature: 'Conso', scope: 'Global', values: [2_500_000, null, 0] }] }));
    expect(drawn.unit).toBe('kW');
    expect(drawn.series).toEqual([{ nature: 'Conso', values: [10, null, 0] }]);
    expect(drawn.times).toEqual([1743289200, 1743290100, 1743291000]);
  });

  it('has 92 quarters on the day the clocks go forward', () => {
    const values = Array.from({ length: 92 }, () => 1);
    const drawn = drawCurve(curve({ series: [{ nature: 'Prod', scope: 'Global', values }] }));
    expect(daysOfStretch(drawn, 0, Number.MAX_SAFE_INTEGER)).toEqual({ from: '2025-03-30', to: '2025-03-30' });
  });

  it('lays civil days a day apart over a change of hour', () => {
    const drawn = drawCurve(
      curve({
        step: 'P1D',
        start: '2025-03-29T00:00:00+01:00',
        provisionalFrom: '2025-03-31T00:00:00+02:00',
        series: [{ nature: 'Conso', scope: 'Global', values: [1_000_000, 2_000_000, 3_000_000] }],
      }),
    );
    expect(drawn.unit).toBe('kWh');
    expect(drawn.times.map((s, i, all) => s - (all[i - 1] ?? s))).toEqual([0, 86_400, 86_400]);
    expect(drawn.marks).toEqual([{ quality: 'provisional', from: 2, count: 1 }]);
    expect(daysOfStretch(drawn, drawn.times[1] ?? 0, drawn.times[2] ?? 0)).toEqual({
      from: '2025-03-30',
      to: '2025-03-31',
    });
  });

  it('draws natures in a fixed order', () => {
    const of = (nature: 'Conso' | 'Surplus') => ({ nature, scope: 'Global' as const, values: [1] });
    const drawn = drawCurve(curve({ series: [of('Surplus'), of('Conso')] }));
    expect(drawn.series.map((series) => series.nature)).toEqual(['Conso', 'Surplus']);
  });

  it('knows a curve without any value', () => {
    expect(hasValues(curve({ series: [{ nature: 'Conso', scope: 'Global', values: [null, null] }] }))).toBe(false);
    expect(hasValues(curve({ series: [{ nature: 'Conso', scope: 'Global', values: [null, 0] }] }))).toBe(true);
  });
});

describe('complement', () => {
  it('is consumption less what was shared, where both are known', () => {
    const given = curve({
      step: 'P1D',
      series: [
        { nature: 'Conso', scope: 'Global', values: [5_000_000, null, 2_000_000] },
        { nature: 'Autoconso', scope: 'Global', values: [1_000_000, 1_000_000, null] },
      ],
    });
    expect(drawCurve(given, { complement: true }).series.at(-1)).toEqual({
      nature: 'complement',
      values: [4, null, null],
    });
    expect(drawCurve(given).series).toHaveLength(2);
    expect(drawCurve(curve({ series: [] }), { complement: true }).series).toEqual([]);
  });
});
