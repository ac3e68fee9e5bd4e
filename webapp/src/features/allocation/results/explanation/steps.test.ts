import { describe, expect, it } from 'vitest';
import { fullestStep, lastWholeDay, type Round, sharesOf, stepAt, stepsOf, twiceTold } from './steps';

const curve = (start: string, values: (number | null)[], consumed: (number | null)[] = values.map(() => 1)) => ({
  unit: 'mWh' as const,
  timezone: 'Europe/Paris' as const,
  start,
  step: 'PT15M',
  sourceStep: 'PT15M',
  series: [
    { nature: 'Prod' as const, scope: 'Global' as const, values },
    { nature: 'Conso' as const, scope: 'Global' as const, values: consumed },
  ],
});

describe('stepsOf', () => {
  it('counts instants, so that the day of 25 hours has 100 steps', () => {
    const steps = stepsOf(
      curve(
        '2026-10-25T00:00:00+02:00',
        Array.from({ length: 100 }, () => 0),
      ),
    );
    expect(steps).toHaveLength(100);
    expect(steps[8]?.at).toBe('2026-10-25T00:00:00.000Z');
    expect(steps[12]?.at).toBe('2026-10-25T01:00:00.000Z');
    expect(steps.at(-1)?.at).toBe('2026-10-25T22:45:00.000Z');
  });

  it('keeps a gap apart from zero, and has nothing to say without production', () => {
    expect(stepsOf(curve('2026-10-01T00:00:00+02:00', [null, 0])).map(({ produced }) => produced)).toEqual([
      undefined,
      0,
    ]);
    expect(stepsOf(undefined)).toEqual([]);
    expect(stepsOf({ ...curve('2026-10-01T00:00:00+02:00', []), series: [] })).toEqual([]);
  });
});

it('begins with the fullest step, unless the address names one', () => {
  const steps = stepsOf(curve('2026-10-01T00:00:00+02:00', [null, 3, 7, 1]));
  expect(fullestStep(steps)?.at).toBe('2026-09-30T22:30:00.000Z');
  expect(stepAt(steps, '2026-10-01T00:15:00+02:00')?.produced).toBe(3);
  expect(stepAt(steps, '2026-10-02T00:15:00+02:00')).toBeUndefined();
  expect(stepAt(steps, undefined)).toBeUndefined();
});

it('begins with a step that no site lacks, and knows the last such day', () => {
  const steps = stepsOf(curve('2026-10-01T00:00:00+02:00', [3, 7, 1], [4, null, 4]));
  expect(steps.map(({ whole }) => whole)).toEqual([true, false, true]);
  expect(fullestStep(steps)?.produced).toBe(3);
  expect(fullestStep(stepsOf(curve('2026-10-01T00:00:00+02:00', [3], [null])))).toBeUndefined();
  const days = (produced: (number | null)[], consumed: (number | null)[]) => ({
    ...curve('2026-11-01T00:00:00+01:00', produced, consumed),
    step: 'P1D',
  });
  expect(lastWholeDay(days([5, 5, 5, null], [9, 9, null, 9]))).toBe('2026-11-02');
  expect(lastWholeDay(days([null], [9]))).toBeUndefined();
  expect(lastWholeDay(undefined)).toBeUndefined();
});

it('knows the times that come twice', () => {
  expect([...twiceTold(['01:45', '02:00', '02:15', '02:00', '03:00'])]).toEqual(['02:00']);
});

it('puts the site asked about first, then who received most, and leaves out who took no part', () => {
  const share = (participantId: string, needMilliWh: number, gotMilliWh: number) => ({
    participantId,
    name: participantId,
    needMilliWh,
    gotMilliWh,
    capped: false,
  });
  const round: Round = {
    round: 1,
    rule: 'PRORATA',
    offeredMilliWh: 10,
    leftMilliWh: 0,
    shares: [share('a', 4, 2), share('b', 0, 0), share('c', 9, 8), share('d', 0, 0)],
  };
  expect(sharesOf(round, 'd').map(({ participantId }) => participantId)).toEqual(['d', 'c', 'a']);
  expect(sharesOf(round, undefined).map(({ participantId }) => participantId)).toEqual(['c', 'a']);
});
