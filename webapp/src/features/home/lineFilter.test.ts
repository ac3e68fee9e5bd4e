import { describe, expect, it } from 'vitest';
import { countLookouts, filterLines, sumLines } from './lineFilter';
import type { MonthLine } from './queries';

const line = (operationName: string, changes: Partial<MonthLine> = {}): MonthLine => ({
  operationId: operationName,
  operationName,
  externalId: 'ACC1',
  dso: 'ENEDIS',
  month: '2026-10',
  state: 'OPEN',
  urgency: 'TODO',
  steps: [],
  sitesNumber: 2,
  ...changes,
});
const published = (amountCents: number): Partial<MonthLine> => ({
  steps: [{ kind: 'PUBLISHED', state: 'DONE', published: { number: 1, amountCents, overdueNumber: 0 } }],
});
const names = (lines: MonthLine[]) => lines.map(({ operationName }) => operationName);

describe('the lines of home', () => {
  const lines = [
    line('Fougères', { urgency: 'LATE' }),
    line('Lices', { urgency: 'BLOCKED', dso: 'FAKE' }),
    line('Val', { urgency: 'WAITING' }),
    line('Selle', { urgency: 'EMPTY', dso: 'FAKE' }),
  ];
  const all = { search: '', state: undefined, operator: undefined };

  it('are searched and filtered in the order of the server', () => {
    expect(names(filterLines(lines, all))).toEqual(['Fougères', 'Lices', 'Val', 'Selle']);
    expect(names(filterLines(lines, { ...all, search: 'fougeres' }))).toEqual(['Fougères']);
    expect(names(filterLines(lines, { ...all, state: 'late' }))).toEqual(['Fougères']);
    expect(names(filterLines(lines, { ...all, operator: 'FAKE' }))).toEqual(['Lices', 'Selle']);
    expect(names(filterLines(lines, { ...all, state: 'nonsense' }))).toHaveLength(4);
    expect(countLookouts(lines)).toEqual({ late: 1, todo: 1, waiting: 2, done: 0 });
  });

  it('add up what is known, and say when that is not all', () => {
    const some = [
      line('a', {
        consumed: { milliWh: 5, partial: false },
        ...published(1200),
        overdue: { number: 1, amountCents: 30 },
      }),
      line('b', {
        consumed: { milliWh: 7, partial: false },
        ...published(800),
        overdue: { number: 0, amountCents: 0 },
      }),
    ];
    expect(sumLines(some)).toEqual({
      sites: 4,
      consumed: { milliWh: 12, partial: false },
      shared: undefined,
      invoicedCents: 2000,
      overdueCents: 30,
      overdueNumber: 1,
    });
    expect(sumLines([...some, line('c')]).consumed).toEqual({ milliWh: 12, partial: true });
    expect(sumLines([...some, line('c', { urgency: 'EMPTY' })]).consumed?.partial).toBe(false);
    expect(sumLines([line('c')]).invoicedCents).toBeUndefined();
  });
});
