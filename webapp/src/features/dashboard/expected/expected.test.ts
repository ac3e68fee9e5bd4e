import { describe, expect, it } from 'vitest';
import { type ExpectedProducer, expectedCurves, expectedSum, isForeseen, isLow } from './expected';

const producer = (participantId: string, ...days: [day: string, expected?: number, measured?: number][]) =>
  ({
    participantId,
    name: participantId,
    peakPower: 9,
    performanceRatio: 0.8,
    calibrationDays: 0,
    days: days.map(([day, expectedMilliWh, measuredMilliWh]) => ({
      day,
      ...(expectedMilliWh === undefined ? {} : { expectedMilliWh }),
      ...(measuredMilliWh === undefined ? {} : { measuredMilliWh }),
    })),
  }) satisfies ExpectedProducer;

describe('expected production', () => {
  const a = producer('a', ['2026-10-01', 10, 9], ['2026-10-02', 10], ['2026-10-03', undefined, 7]);
  const b = producer('b', ['2026-10-01', 20, 12], ['2026-10-02', 5, 5], ['2026-10-03', 4, 4]);
  it('adds up the days that have both figures', () => {
    expect(expectedSum([a, b])).toEqual({ expected: 39, measured: 30, days: 3, ratio: 30 / 39 });
    expect(expectedSum([producer('c', ['2026-10-01', 5])])).toEqual({ expected: 0, measured: 0, days: 0 });
  });
  it('has nothing to show where the weather is not known of any day', () => {
    expect(isForeseen([producer('c', ['2026-10-01', undefined, 5]), producer('d')])).toBe(false);
    expect(isForeseen([producer('c', ['2026-10-01', undefined, 5]), b])).toBe(true);
  });
  it('makes curves of days, with a gap where a producer is not known', () => {
    const curves = expectedCurves([a, b], 'Europe/Paris');
    expect(curves?.measured.series[0]?.values).toEqual([21, null, 11]);
    expect(curves?.expected.series[0]?.values).toEqual([30, 15, null]);
    expect(expectedCurves([], 'Europe/Paris')).toBeUndefined();
  });
  it('says which are worth a look', () => {
    expect([isLow(0.79), isLow(0.8), isLow(undefined)]).toEqual([true, false, false]);
  });
});
