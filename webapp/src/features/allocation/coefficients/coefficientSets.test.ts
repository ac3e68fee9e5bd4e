import { describe, expect, it } from 'vitest';
import {
  type CoefficientMonth,
  type CoefficientStatus,
  differencesByProducer,
  monthState,
  monthToOpen,
  sendingPeriod,
  siteDifferences,
} from './coefficientSets';

const month = (name: string, part: Partial<CoefficientMonth> = {}, status?: CoefficientStatus): CoefficientMonth => ({
  month: name,
  needed: true,
  late: false,
  ...(status
    ? {
        current: {
          id: name,
          operationId: 'o',
          month: name,
          mode: 'SIMPLE',
          rounding: 'LARGEST_REMAINDER',
          decimals: 2,
          status,
          nextSteps: [],
          heldByOperator: false,
          configVersions: [1],
          sites: 1,
          steps: 1,
          files: [],
          history: [],
          createdAt: '2026-01-01T00:00:00Z',
        },
      }
    : {}),
  ...part,
});

/** Another set was made since the operator had one. */
const sentBefore = { sent: month('2026-10', {}, 'ACKNOWLEDGED').current } as Partial<CoefficientMonth>;

describe('a month', () => {
  it.each([
    [month('2026-10', { needed: false }), 'notNeeded'],
    [month('2026-10'), 'toMake'],
    [month('2026-10', { late: true }), 'late'],
    [month('2026-10', { late: true }, 'PREPARED'), 'late'],
    [month('2026-10', { late: true }, 'SENT'), 'SENT'],
    [month('2026-10', {}, 'REFUSED'), 'REFUSED'],
    [month('2026-10', { needed: false }, 'APPLIED'), 'APPLIED'],
    [month('2026-10', sentBefore, 'PREPARED'), 'ACKNOWLEDGED'],
  ] as const)('%# stands where it should', (one, state) => expect(monthState(one)).toBe(state));

  it('opens where somebody waits for longest', () => {
    const months = [month('2026-11'), month('2026-10', {}, 'PREPARED'), month('2026-09', {}, 'APPLIED')];
    expect(monthToOpen(months)).toBe('2026-10');
    expect(monthToOpen([month('2026-11'), month('2026-09', {}, 'APPLIED')])).toBe('2026-09');
    expect(monthToOpen([month('2026-11')])).toBe('2026-11');
    expect(monthToOpen([])).toBeUndefined();
  });

  it('is asked for with the eleven before it, as whole months', () => {
    expect(sendingPeriod('2026-11-20')).toEqual({ dateFrom: '2025-12-01', dateTo: '2026-11-30' });
    expect(sendingPeriod('2028-02-29')).toEqual({ dateFrom: '2027-03-01', dateTo: '2028-02-29' });
  });
});

it('puts the largest change first, those who come or go included', () => {
  const site = (name: string, percentageProduction?: number, previousPercentageProduction?: number) => ({
    participantId: name,
    name,
    ...(percentageProduction === undefined ? {} : { percentageProduction }),
    ...(previousPercentageProduction === undefined ? {} : { previousPercentageProduction }),
  });
  const rows = siteDifferences([site('a', 10, 12), site('b', 5), site('c', 8, 7), site('d', undefined, 9)]);
  expect(rows.map(({ name, change }) => [name, change])).toEqual([
    ['d', undefined],
    ['b', undefined],
    ['a', -2],
    ['c', 1],
  ]);
});

it('tells each producer apart, the one with the largest change first', () => {
  const site = (producer: string, name: string, now: number, before: number) => ({
    participantId: name,
    name,
    producerId: producer,
    producerName: producer.toUpperCase(),
    percentageProduction: now,
    previousPercentageProduction: before,
  });
  const found = differencesByProducer({
    month: '2026-09',
    sites: [site('p', 'a', 10, 11), site('p', 'b', 10, 10), site('q', 'a', 30, 20)],
  });
  expect(found.map(({ id, name, largest, rows }) => [id, name, largest, rows.length])).toEqual([
    ['q', 'Q', 10, 1],
    ['p', 'P', 1, 2],
  ]);
  const [all] = differencesByProducer({ month: '2026-09', sites: [{ participantId: 'a', name: 'a' }] });
  expect(all).toMatchObject({ id: '', largest: 0 });
});
