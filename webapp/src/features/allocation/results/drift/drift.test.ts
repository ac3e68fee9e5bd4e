import { describe, expect, it } from 'vitest';
import { alertDaysOf, bySize, driftRate, type SiteDrift, thresholdOf, worstDay } from './drift';

const site = (participantId: string, differenceMilliWh: number, alert = false): SiteDrift => ({
  participantId,
  name: participantId,
  dsoId: '',
  sharedMilliWh: 100,
  expectedMilliWh: 100 + differenceMilliWh,
  differenceMilliWh,
  movedMilliWh: Math.abs(differenceMilliWh),
  alert,
  days: [],
});

describe('drift', () => {
  it('lists alerts first, then the largest difference whatever its sign', () => {
    const sites = [site('a', 3), site('b', -9), site('c', 1, true), site('d', -2, true)];
    expect(bySize(sites).map(({ participantId }) => participantId)).toEqual(['d', 'c', 'b', 'a']);
    const bothWays = { ...site('e', 0, true), movedMilliWh: 20 };
    expect(bySize([...sites, bothWays])[0]?.participantId).toBe('e');
  });

  it('has no rate where the operator has nothing', () => {
    expect(driftRate({ sharedMilliWh: 200, differenceMilliWh: -10 })).toBe(-0.05);
    expect(driftRate({ sharedMilliWh: 0, differenceMilliWh: 10 })).toBeUndefined();
  });

  it('finds the worst day', () => {
    const day = (date: string, differenceMilliWh: number) => ({
      date,
      sharedMilliWh: 1,
      expectedMilliWh: 1 + differenceMilliWh,
      differenceMilliWh,
      alert: Math.abs(differenceMilliWh) > 5,
    });
    const days = [day('2026-10-01', 2), day('2026-10-02', -7), day('2026-10-03', 7)];
    expect(worstDay({ ...site('a', 2), days })?.date).toBe('2026-10-02');
    expect(alertDaysOf({ ...site('a', 2), days })).toBe(2);
    expect(worstDay(site('a', 0))).toBeUndefined();
  });

  it('takes only the thresholds that are offered', () => {
    expect(thresholdOf('5')).toBe(5);
    expect(thresholdOf('3')).toBeUndefined();
    expect(thresholdOf(null)).toBeUndefined();
  });
});
