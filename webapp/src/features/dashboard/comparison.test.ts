import { describe, expect, it } from 'vitest';
import { comparedRange, comparisonOf, comparisonParam, comparisons, daysBefore, resolutionFor } from './comparison';

describe('comparison', () => {
  it('takes as many days just before', () => {
    expect(daysBefore({ from: '2026-10-01', to: '2026-10-31' })).toEqual({ from: '2026-08-31', to: '2026-09-30' });
    expect(daysBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  });
  it('knows the range that it stands beside', () => {
    const period = { from: '2024-02-01', to: '2024-02-29' };
    expect(comparedRange(period, 'yearBefore')).toEqual({ from: '2023-02-01', to: '2023-02-28' });
    expect(comparedRange(period, 'previous')).toEqual({ from: '2024-01-03', to: '2024-01-31' });
    expect(comparedRange(period, 'none')).toBeUndefined();
  });
  it('is written short in the address, and the usual one not at all', () => {
    for (const one of comparisons) expect(comparisonOf(comparisonParam(one) ?? null)).toBe(one);
    expect(comparisonParam('none')).toBeUndefined();
    expect(comparisonOf('x')).toBe('none');
  });
  it('asks for the step that is on screen', () => {
    expect(['PT15M', 'PT30M', 'PT1H', 'P1D', 'P1M'].map(resolutionFor)).toEqual(['raw', 'raw', 'hour', 'day', 'month']);
  });
});
