import { describe, expect, it } from 'vitest';
import { choosePeriod, dataBounds, rangeProblem, shift, slidingPlace, slidingWindows, windowEnding } from './period';

describe('windowEnding', () => {
  it.each([
    ['D1', '2026-11-18', '2026-11-18'],
    ['D7', '2026-11-18', '2026-11-12'],
    ['M1', '2026-10-31', '2026-10-01'],
    ['M1', '2026-11-18', '2026-10-19'],
    ['M1', '2026-02-28', '2026-02-01'],
    ['M6', '2026-10-31', '2026-05-01'],
    ['M12', '2026-10-31', '2025-11-01'],
    ['M12', '2024-02-29', '2023-03-01'],
  ] as const)('%s ending %s starts %s', (preset, to, from) => {
    expect(windowEnding(preset, to)).toEqual({ from, to });
    expect(rangeProblem({ from, to })).toBeUndefined();
  });
});

describe('rangeProblem', () => {
  it.each([
    ['2026-01-01', '2026-12-31', undefined],
    ['2026-01-01', '2027-01-01', 'range.tooLong'],
    ['2026-02-01', '2026-01-31', 'range.reversed'],
    ['2026-02-30', '2026-03-01', 'date.invalid'],
    ['', '', 'date.invalid'],
  ])('%s to %s: %s', (from, to, problem) => expect(rangeProblem({ from, to })).toBe(problem));
});

describe('shift', () => {
  it('steps whole months over months of another length', () => {
    const october = { from: '2026-10-01', to: '2026-10-31' };
    const september = { from: '2026-09-01', to: '2026-09-30' };
    expect(shift(october, -1)).toEqual(september);
    expect(shift(september, 1)).toEqual(october);
  });
  it('steps days by their number', () => {
    expect(shift({ from: '2026-03-01', to: '2026-03-07' }, -1)).toEqual({ from: '2026-02-22', to: '2026-02-28' });
  });
});

describe('choosePeriod', () => {
  const bounds = dataBounds({
    uploadedData: [{ from: '2025-09-01', to: '2026-10-31' }],
    nonDefinitiveDataRange: [{ from: '2026-11-01', to: '2026-11-18' }],
  });
  it('merges uploaded and non-definitive data', () => {
    expect(bounds).toEqual({ from: '2025-09-01', to: '2026-11-18' });
    expect(dataBounds({ uploadedData: [], nonDefinitiveDataRange: [] })).toBeUndefined();
  });
  it('defaults to the last month of the data', () => {
    const last = { from: '2026-10-19', to: '2026-11-18' };
    expect(choosePeriod({ from: null, to: null }, bounds)).toEqual(last);
    expect(choosePeriod({ from: '2026-13-01', to: '2026-13-31' }, bounds)).toEqual(last);
  });
  it('takes the address when it is good, and nothing without data', () => {
    expect(choosePeriod({ from: '2026-01-01', to: '2026-01-31' }, bounds)?.from).toBe('2026-01-01');
    expect(choosePeriod({ from: '2026-01-01', to: '2026-01-31' }, undefined)).toBeUndefined();
  });
});

describe('the sliding range', () => {
  const bounds = { from: '2025-09-01', to: '2026-10-31' };
  it('slides by a month through the data and ends with it', () => {
    const windows = slidingWindows(12, bounds);
    expect(windows).toEqual([
      { from: '2025-09-01', to: '2026-08-31' },
      { from: '2025-10-01', to: '2026-09-30' },
      { from: '2025-11-01', to: '2026-10-31' },
    ]);
    expect(slidingWindows(1, bounds)).toHaveLength(14);
  });
  it('has one window when the data is shorter than it', () => {
    expect(slidingWindows(6, { from: '2026-10-01', to: '2026-10-20' })).toEqual([
      { from: '2026-04-21', to: '2026-10-20' },
    ]);
  });
  it('knows where a period stands', () => {
    expect(slidingPlace({ from: '2025-10-01', to: '2026-09-30' }, bounds)).toEqual({ months: 12, index: 1 });
    expect(slidingPlace({ from: '2026-10-25', to: '2026-10-31' }, bounds)).toEqual({ months: undefined, index: 13 });
    expect(slidingPlace({ from: '2026-07-01', to: '2026-08-31' }, bounds).months).toBeUndefined();
  });
});
