import { describe, expect, it } from 'vitest';
import { type ExpectedProducer, expectedCurves, foreseen } from './expected';

const producer = (
  participantId: string,
  ratio: number | undefined,
  ...days: [day: string, expected?: number, measured?: number][]
) =>
  ({
    participantId,
    name: participantId,
    peakPower: 9,
    performanceRatio: 0.8,
    calibrationDays: 0,
    expectedMilliWh: 0,
    measuredMilliWh: 0,
    comparedDays: 0,
    low: false,
    ...(ratio === undefined ? {} : { ratio }),
    days: days.map(([day, expectedMilliWh, measuredMilliWh]) => ({
      day,
      ...(expectedMilliWh === undefined ? {} : { expectedMilliWh }),
      ...(measuredMilliWh === undefined ? {} : { measuredMilliWh }),
    })),
  }) satisfies ExpectedProducer;

describe('expected production', () => {
  it('has nothing of whom the weather is not known, and begins with who kept least of the promise', () => {
    const unknown = producer('c', undefined, ['2026-10-01', undefined, 5]);
    const coming = producer('d', undefined, ['2026-10-01', 5]);
    const good = producer('a', 1.1, ['2026-10-01', 10, 11]);
    const low = producer('b', 0.5, ['2026-10-01', 10, 5]);
    expect(foreseen([unknown, coming, good, low]).map(({ name }) => name)).toEqual(['b', 'a', 'd']);
    expect(foreseen([unknown])).toEqual([]);
  });
  it('makes curves of days, with a gap where a figure is not known', () => {
    const one = producer('a', 0.9, ['2026-10-01', 10, 9], ['2026-10-02', 10], ['2026-10-03', undefined, 7]);
    const curves = expectedCurves(one, 'Europe/Paris');
    expect(curves.measured.series[0]?.values).toEqual([9, null, 7]);
    expect(curves.expected.series[0]?.values).toEqual([10, 10, null]);
  });
});
