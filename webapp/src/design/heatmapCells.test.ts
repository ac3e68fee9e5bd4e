import { describe, expect, it } from 'vitest';
import { dayTicks, dayTotal, heatPixels, hoursOfDay, moveCell, provisionalStretches } from './heatmapCells';

const day = (date: string, provisional = false, ...values: (number | null)[]) => ({
  date,
  provisional,
  values: Array.from({ length: hoursOfDay }, (_, hour) => values[hour] ?? (hour < values.length ? null : 0)),
});

describe('heatPixels', () => {
  const days = [day('2026-03-28', false, 0, 100, null), day('2026-03-29', false, 50)];
  const pixels = heatPixels({ days, maxMilliWh: 100 }, '#102030', '#ff8000');
  const at = (of: number, hour: number) => [...pixels.slice(4 * (hour * 2 + of), 4 * (hour * 2 + of) + 4)];
  it('gives zero the colour of zero, the highest value the full one, and a gap none', () => {
    expect(at(0, 0)).toEqual([0x10, 0x20, 0x30, 255]);
    expect(at(0, 1)).toEqual([0xff, 0x80, 0, 255]);
    expect(at(0, 2)[3]).toBe(0);
  });
  it('rises between the two', () => {
    const red = at(1, 0)[0] ?? 0;
    expect(red).toBeGreaterThan(0x10);
    expect(red).toBeLessThan(0xff);
  });
  it('draws nothing but zeros when nothing was made', () => {
    expect(heatPixels({ days: [day('2026-01-01')], maxMilliWh: 0 }, '#000000', '#ffffff')[0]).toBe(0);
  });
});

describe('moveCell', () => {
  it.each([
    ['ArrowRight', { day: 3, hour: 5 }],
    ['ArrowLeft', { day: 1, hour: 5 }],
    ['ArrowUp', { day: 2, hour: 4 }],
    ['ArrowDown', { day: 2, hour: 6 }],
    ['PageDown', { day: 9, hour: 5 }],
    ['PageUp', { day: 0, hour: 5 }],
    ['Home', { day: 0, hour: 5 }],
    ['End', { day: 9, hour: 5 }],
    ['Tab', undefined],
  ])('%s', (key, cell) => expect(moveCell({ day: 2, hour: 5 }, key, 10)).toEqual(cell));
  it('begins at noon of the first day and stays inside', () => {
    expect(moveCell(undefined, 'ArrowRight', 10)).toEqual({ day: 0, hour: 12 });
    expect(moveCell({ day: 9, hour: 23 }, 'ArrowDown', 10)).toEqual({ day: 9, hour: 23 });
  });
});

it('joins neighbouring provisional days', () => {
  const days = [day('2026-01-01', true), day('2026-01-02'), day('2026-01-03', true), day('2026-01-04', true)];
  expect(provisionalStretches(days)).toEqual([
    { start: 0, length: 0.25 },
    { start: 0.5, length: 0.5 },
  ]);
});

it('names months of a long range and days of a short one', () => {
  const days = Array.from({ length: 90 }, (_, i) => ({
    date: new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10),
  }));
  expect(dayTicks(days, 12).map(({ date }) => date)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
  expect(dayTicks(days.slice(0, 30), 6).map(({ date }) => date.slice(8))).toEqual(['01', '06', '11', '16', '21', '26']);
});

it('sums a day without turning gaps into zeros', () => {
  expect(dayTotal([null, 2, null, 3])).toBe(5);
  expect(dayTotal([null, null])).toBeUndefined();
});
