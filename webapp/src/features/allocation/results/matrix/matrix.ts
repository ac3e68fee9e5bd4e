import type { Schemas } from '@openpmo/sdk';

export type Matrix = Schemas['AllocationMatrix'];

/** Whose figures are shown: the operator's, ours, or ours less the operator's. */
export const views = ['dso', 'expected', 'difference'] as const;
export type MatrixSide = (typeof views)[number];

/** A cell as energy, or as a part: of what the producer injected; of the operator's figure for differences. */
export const units = ['energy', 'percentage'] as const;
export type MatrixUnit = (typeof units)[number];

/** A figure and what it is a part of; undefined where there is none, which is not zero. */
export interface Figure {
  milliWh: number | undefined;
  of: number | undefined;
}

export interface MatrixRow {
  /** The consumer; `others` for the rest of a short list. */
  id: string;
  name: string;
  /** How many consumers the row is the sum of. */
  others?: number;
  /** mWh consumed; undefined where it is unknown or of no meaning. */
  consumption?: number | undefined;
  /** One figure for each producer, in their order. */
  cells: Figure[];
  total: Figure;
}

export interface MatrixTable {
  producers: { id: string; name: string }[];
  rows: MatrixRow[];
  /** Sums of the columns over all consumers. */
  shared: MatrixRow;
  /** What nobody took; of a difference, the difference of the two. */
  surplus: MatrixRow;
}

type Cell = Schemas['MatrixCell'];

const unknown: Figure = { milliWh: undefined, of: undefined };

const some = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0);
};

/** The sum of figures; what is unknown adds nothing, and nothing known is unknown. */
export const sumOf = (figures: readonly Figure[]): Figure => ({
  milliWh: some(figures.map(({ milliWh }) => milliWh)),
  of: some(figures.map(({ of }) => of)),
});

function cellFigure(cell: Cell | undefined, side: MatrixSide, production: number | undefined): Figure {
  switch (side) {
    case 'dso':
      return { milliWh: cell?.sharedMilliWh, of: production };
    case 'expected':
      return { milliWh: cell?.expectedMilliWh, of: production };
    case 'difference':
      return { milliWh: cell?.differenceMilliWh, of: cell?.sharedMilliWh };
    default:
      return side satisfies never;
  }
}

const less = (a: number | undefined, b: number | undefined) => (a === undefined || b === undefined ? undefined : a - b);

function surplusFigure(producer: Schemas['MatrixProducer'], side: MatrixSide): Figure {
  const { productionMilliWh: of, surplusMilliWh: dso, expectedSurplusMilliWh: ours } = producer;
  if (side === 'difference') return { milliWh: less(ours, dso), of: dso };
  return { milliWh: side === 'dso' ? dso : ours, of };
}

/** Consumers by producers with their sums, who received most first. */
export function matrixTable({ producers, consumers, cells }: Matrix, side: MatrixSide): MatrixTable {
  const found = new Map(cells.map((cell) => [`${cell.consumerId} ${cell.producerId}`, cell]));
  const rows = consumers.map(({ participantId: id, name, consumptionMilliWh: consumption }): MatrixRow => {
    const figures = producers.map(({ participantId, productionMilliWh }) =>
      cellFigure(found.get(`${id} ${participantId}`), side, productionMilliWh),
    );
    return { id, name, cells: figures, total: sumOf(figures), consumption };
  });
  const shared = producers.map((producer, column): Figure => {
    const sum = sumOf(rows.map((row) => row.cells[column] ?? unknown));
    return side === 'difference' ? sum : { ...sum, of: producer.productionMilliWh };
  });
  const surplus = producers.map((producer) => surplusFigure(producer, side));
  return {
    producers: producers.map(({ participantId, name }) => ({ id: participantId, name })),
    rows: rows.sort((a, b) => size(b) - size(a) || a.name.localeCompare(b.name, 'fr', { numeric: true })),
    shared: { id: 'shared', name: '', cells: shared, total: sumOf(shared) },
    surplus: { id: 'surplus', name: '', cells: surplus, total: sumOf(surplus) },
  };
}

/** A large loss ranks as high as a large gain. */
const size = ({ total }: MatrixRow) => Math.abs(total.milliWh ?? 0);

/** The first rows, and the rest as one, so that sums still agree. */
export function shortened(rows: readonly MatrixRow[], top: number, side: MatrixSide): MatrixRow[] {
  // A row for one other would be no shorter than the row of that one.
  if (rows.length <= top + 1) return [...rows];
  const rest = rows.slice(top);
  const cells = (rest[0]?.cells ?? []).map((first, column): Figure => {
    const sum = sumOf(rest.map((row) => row.cells[column] ?? unknown));
    // All of them are parts of the same production; differences are parts of figures of their own.
    return side === 'difference' ? sum : { ...sum, of: first.of };
  });
  const others = {
    id: 'others',
    name: '',
    others: rest.length,
    cells,
    total: sumOf(cells),
    consumption: some(rest.map(({ consumption }) => consumption)),
  };
  return [...rows.slice(0, top), others];
}

/** A figure as a part of what it belongs to; undefined where that is unknown or nothing. */
export const partOf = ({ milliWh, of }: Figure): number | undefined =>
  milliWh === undefined || of === undefined || of === 0 ? undefined : milliWh / of;

/** The largest cell, by which the others are shaded. */
export const largestCell = (rows: readonly MatrixRow[]): number =>
  rows
    .filter(({ others }) => !others)
    .flatMap(({ cells }) => cells)
    .reduce((most, { milliWh }) => Math.max(most, Math.abs(milliWh ?? 0)), 0);

/** Whether a side has any figure at all. */
export function hasSide({ cells }: Matrix, side: MatrixSide): boolean {
  return cells.some((cell) => cellFigure(cell, side, undefined).milliWh !== undefined);
}

/** The side to begin with: the operator's figures count, ours stand in for them. */
export const firstSide = (matrix: Matrix): MatrixSide =>
  hasSide(matrix, 'dso') || !hasSide(matrix, 'expected') ? 'dso' : 'expected';

/** Whether our figures begin later or end earlier than the period that is shown. */
export const isPartlyExpected = ({ dateFrom, dateTo, expectedFrom, expectedTo }: Matrix): boolean =>
  expectedFrom !== undefined && expectedTo !== undefined && (expectedFrom > dateFrom || expectedTo < dateTo);

/** Decimals of kWh that suit the size of a table's figures. */
export function decimalsFor(largestKWh: number): number {
  if (largestKWh < 20) return 2;
  return largestKWh < 1000 ? 1 : 0;
}
