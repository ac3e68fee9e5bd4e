import { describe, expect, it } from 'vitest';
import {
  decimalsFor,
  firstSide,
  hasSide,
  isPartlyExpected,
  type Matrix,
  matrixTable,
  partOf,
  shortened,
} from './matrix';

const cell = (consumerId: string, producerId: string, dso?: number, ours?: number) => ({
  consumerId,
  producerId,
  ...(dso === undefined ? {} : { sharedMilliWh: dso }),
  ...(ours === undefined ? {} : { expectedMilliWh: ours }),
  ...(dso === undefined || ours === undefined ? {} : { differenceMilliWh: ours - dso }),
});

const matrix: Matrix = {
  dateFrom: '2026-10-01',
  dateTo: '2026-10-31',
  producers: [
    { participantId: 'p', name: 'Gymnase', productionMilliWh: 100, surplusMilliWh: 20, expectedSurplusMilliWh: 15 },
    { participantId: 'q', name: 'École', productionMilliWh: 50, surplusMilliWh: 0, expectedSurplusMilliWh: 2 },
  ],
  consumers: ['a', 'b', 'c', 'd'].map((id) => ({ participantId: id, name: id.toUpperCase(), consumptionMilliWh: 200 })),
  cells: [
    cell('a', 'p', 10, 12),
    cell('a', 'q', 5, 5),
    cell('b', 'p', 40, 43),
    cell('b', 'q', 25, 20),
    cell('c', 'p', 30, 30),
    cell('c', 'q', 20, 23),
    // d has nothing at all, which is not zero.
    cell('d', 'p'),
  ],
};

describe('matrixTable', () => {
  it('ranks consumers by what they received, and sums rows and columns exactly', () => {
    const table = matrixTable(matrix, 'dso');
    expect(table.rows.map(({ id }) => id)).toEqual(['b', 'c', 'a', 'd']);
    expect(table.rows[0]?.total).toEqual({ milliWh: 65, of: 150 });
    expect(table.shared.cells.map(({ milliWh }) => milliWh)).toEqual([80, 50]);
    expect(table.shared.total.milliWh).toBe(130);
    expect(table.surplus.cells.map(({ milliWh }) => milliWh)).toEqual([20, 0]);
  });

  it('makes no zero of a figure that is missing', () => {
    const none = matrixTable(matrix, 'dso').rows.at(-1);
    expect(none?.cells.map(({ milliWh }) => milliWh)).toEqual([undefined, undefined]);
    expect(none?.total.milliWh).toBeUndefined();
    expect(partOf({ milliWh: undefined, of: 100 })).toBeUndefined();
    expect(partOf({ milliWh: 5, of: 0 })).toBeUndefined();
  });

  it('gives differences as a part of the figure of the operator, large losses beside large gains', () => {
    const table = matrixTable(matrix, 'difference');
    const b = table.rows.find(({ id }) => id === 'b');
    expect(b?.cells).toEqual([
      { milliWh: 3, of: 40 },
      { milliWh: -5, of: 25 },
    ]);
    expect(table.rows[0]?.id).toBe('c');
    expect(table.surplus.cells.map(({ milliWh }) => milliWh)).toEqual([-5, 2]);
    expect(table.shared.cells.map(({ milliWh }) => milliWh)).toEqual([5, -2]);
  });

  it('parts of a column and its surplus make the whole production', () => {
    const { shared, surplus } = matrixTable(matrix, 'dso');
    const parts = [shared.cells[0], surplus.cells[0]].map((figure) => figure && partOf(figure));
    expect(parts[0]).toBeCloseTo(0.8);
    expect(parts[1]).toBeCloseTo(0.2);
  });
});

describe('shortened', () => {
  it('keeps the sums of a long list', () => {
    const { rows } = matrixTable(matrix, 'dso');
    const short = shortened(rows, 1, 'dso');
    expect(short.map(({ id, others }) => [id, others])).toEqual([
      ['b', undefined],
      ['others', 3],
    ]);
    expect(short[1]?.cells).toEqual([
      { milliWh: 40, of: 100 },
      { milliWh: 25, of: 50 },
    ]);
    expect(short[1]?.total).toEqual({ milliWh: 65, of: 150 });
  });

  it('sums what differences are parts of', () => {
    const short = shortened(matrixTable(matrix, 'difference').rows, 1, 'difference');
    expect(short[0]?.id).toBe('c');
    expect(short[1]?.cells[0]).toEqual({ milliWh: 5, of: 50 });
  });

  it('makes no row for one other', () => {
    const { rows } = matrixTable(matrix, 'dso');
    expect(shortened(rows, 3, 'dso')).toHaveLength(4);
    expect(shortened(rows, 3, 'dso').some(({ others }) => others)).toBe(false);
  });
});

describe('sides', () => {
  const only = (side: 'sharedMilliWh' | 'expectedMilliWh'): Matrix => ({
    ...matrix,
    cells: [{ consumerId: 'a', producerId: 'p', [side]: 1 }],
  });
  it('begins with the operator, and with ours where it has none', () => {
    expect(firstSide(matrix)).toBe('dso');
    expect(firstSide(only('expectedMilliWh'))).toBe('expected');
    expect(firstSide({ ...matrix, cells: [] })).toBe('dso');
    expect(hasSide(only('sharedMilliWh'), 'difference')).toBe(false);
  });
  it('says when ours cover a part of the days', () => {
    expect(isPartlyExpected(matrix)).toBe(false);
    expect(isPartlyExpected({ ...matrix, expectedFrom: '2026-10-01', expectedTo: '2026-10-31' })).toBe(false);
    expect(isPartlyExpected({ ...matrix, expectedFrom: '2026-10-02', expectedTo: '2026-10-31' })).toBe(true);
  });
});

it.each([
  [0, 2],
  [19.9, 2],
  [20, 1],
  [999, 1],
  [1000, 0],
])('%d kWh are written with %d decimals', (largest, decimals) => expect(decimalsFor(largest)).toBe(decimals));
