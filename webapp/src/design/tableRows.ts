import {
  createColumnHelper,
  createSortedRowModel,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import {
  isValidElement,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Column, DataTableProps, Sort } from './tableProps';

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature, sortedRowModel: createSortedRowModel() });

/** Under this number all rows are in the page, so that the browser's search and paper have them (ADR 45). */
export const rowsUntilVirtual = 2_500;

/** Beyond so many, rows out of sight are not laid out until they come into it. */
export const manyRows = 250;

/** More than a screen has room for. */
const screenful = 40;

/** Nothing is on the screen yet. */
const isFirstDrawing = (): boolean => globalThis.performance.getEntriesByType('paint').length === 0;

/** Whether what a page is called stands on the screen: a visit begins with that, and its list comes right after. */
export const useAfterTitle = (): boolean => useDeferredValue(true, !isFirstDrawing());

/**
 * How many rows are drawn: a screen full at once, and all of them as soon as the browser has time. What a visit begins with
 * is drawn without rows first.
 */
export const useDrawn = (rows: number): number =>
  useDeferredValue(rows, isFirstDrawing() ? 0 : Math.min(rows, screenful));

export type SortState = 'ascending' | 'descending' | 'none';

export interface TableModel<Row> {
  rows: readonly { id: string; original: Row }[];
  isSelected: (id: string) => boolean;
  /** Always the same function. */
  toggle: (id: string) => void;
  sortOf: (columnId: string) => SortState;
  toggleSort: (columnId: string) => void;
  allSelected: boolean;
  someSelected: boolean;
  toggleAll: () => void;
}

/** Sorting and selection of a table's rows, by TanStack Table. */
export function useRows<Row>(props: DataTableProps<Row>, locale: string): TableModel<Row> {
  const { rows, columns, rowId, selection, selectable, onSort } = props;
  const [ownSort, setOwnSort] = useState(props.defaultSort);
  const sorted = sortIn(columns, onSort ? props.sort : ownSort, props.defaultSort);
  const data = useMemo(() => rows.map((original) => ({ original })), [rows]);
  const defs = useColumnDefs(columns, locale);
  const rowSelection = useMemo(
    () => Object.fromEntries((selection?.ids ?? []).map((id): [string, true] => [id, true])),
    [selection?.ids],
  );
  const table = useTable({
    features,
    data,
    columns: defs,
    getRowId: ({ original }) => rowId(original),
    state: { rowSelection, sorting: sorted ? [{ id: sorted.id, desc: sorted.desc ?? false }] : [] },
    enableRowSelection: selection ? ({ original }) => selectable?.(original.original) ?? true : false,
    onRowSelectionChange: (change) => {
      const next: RowSelectionState = typeof change === 'function' ? change(rowSelection) : change;
      selection?.onChange(Object.keys(next).filter((id) => next[id]));
    },
    enableSortingRemoval: false,
  });
  const { rows: ordered } = table.getRowModel();
  const now = useRef(table);
  useLayoutEffect(() => {
    now.current = table;
  });
  return {
    rows: useMemo(() => ordered.map(({ id, original }) => ({ id, original: original.original })), [ordered]),
    isSelected: (id) => rowSelection[id] === true,
    toggle: useCallback((id) => now.current.getRow(id).toggleSelected(), []),
    sortOf: (id) => (sorted?.id === id ? (sorted.desc ? 'descending' : 'ascending') : 'none'),
    toggleSort: (id) => (onSort ?? setOwnSort)({ id, desc: sorted?.id === id && !sorted.desc }),
    allSelected: table.getIsAllRowsSelected(),
    someSelected: table.getIsSomeRowsSelected(),
    toggleAll: () => table.toggleAllRowsSelected(),
  };
}

/** The order that is asked for, where there is such a column; else the usual one. */
export const sortIn = <Row>(columns: readonly Column<Row>[], asked: Sort | undefined, usual: Sort | undefined) =>
  asked && columns.some(({ id, sortValue }) => id === asked.id && sortValue !== undefined) ? asked : usual;

/** Rows in the order of a column, as the table has them; what has no value comes last either way. */
export function inOrder<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
  locale: string,
): Row[] {
  const keyOf = columns.find(({ id }) => id === sort?.id)?.sortValue;
  if (!keyOf) return [...rows];
  const collator = collatorOf(locale);
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  const known = keyed.filter(({ key }) => key !== undefined);
  known.sort((a, b) => (sort?.desc ? -1 : 1) * compare(a.key, b.key, collator));
  return [...known, ...keyed.filter(({ key }) => key === undefined)].map(({ row }) => row);
}

const collatorOf = (locale: string) => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });

function useColumnDefs<Row>(columns: readonly Column<Row>[], locale: string) {
  return useMemo(() => {
    const helper = createColumnHelper<typeof features, { original: Row }>();
    const collator = collatorOf(locale);
    return helper.columns(
      columns.map((column) =>
        helper.accessor(({ original }) => column.sortValue?.(original), {
          id: column.id,
          header: column.header,
          enableSorting: column.sortValue !== undefined,
          sortUndefined: 'last',
          sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id), collator),
        }),
      ),
    );
  }, [columns, locale]);
}

function compare(a: unknown, b: unknown, collator: Intl.Collator): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a ?? ''), String(b ?? ''));
}

const defaultTrack = 'minmax(120px, 1fr)';

/** The least width of a grid track in pixels: its first length. */
const leastOf = (track: string) => Number(/(\d+)px/.exec(track)?.[1] ?? 80);

/** A letter of a cell is about so wide; padding of both sides, or with a head its arrow too. */
const letter = 7.5;
/** In one word of a head, which is bold, there are fewer narrow ones to make up for it. */
const wideLetter = 8.4;
const padding = 24;
const sortArrow = 20;

/** Beyond this a column takes no more from the others: long remarks are cut. */
const mostLetters = 44;

/** So many rows speak for all. */
const measured = 100;

const longest = (texts: readonly string[]) =>
  texts.reduce((most, text) => (text.length > most.length ? text : most), '');

/** The words that are drawn, as far as they are in sight without drawing them. */
function wordsIn(drawn: ReactNode): string {
  if (typeof drawn === 'string' || typeof drawn === 'number') return String(drawn);
  if (Array.isArray(drawn)) {
    const parts = drawn.filter((part) => part !== null && part !== undefined && part !== false);
    // Elements one below the other, else one line of text.
    if (parts.every((part) => isValidElement(part))) return longest(parts.map(wordsIn));
    return parts.map(wordsIn).join('');
  }
  return isValidElement<{ children?: ReactNode }>(drawn) ? wordsIn(drawn.props.children) : '';
}

/** The width that shows a head, or a word of it, in one line. */
const headOf = <Row>(words: string, column: Column<Row>, each = letter) =>
  Math.round(words.length * each + padding + (column.sortValue ? sortArrow : 0));

/** The width that shows each of these rows whole, in pixels, and the head; 0 where the words are not known. */
function needOf<Row>(column: Column<Row>, rows: readonly Row[]): number {
  let letters = 0;
  for (const row of rows.slice(0, measured)) letters = Math.max(letters, wordsIn(column.cell(row)).length);
  if (letters === 0) return 0;
  return Math.round(Math.max(headOf(column.header, column), Math.min(letters, mostLetters) * letter + padding));
}

/**
 * The tracks of columns. Those that share what is left do so in the proportion of what they hold, so that none
 * of them is cut while another has room, and no word of a head is broken. What a column needed once it keeps, or
 * a filter would move them all.
 */
function useTracks<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  const kept = useRef(new Map<string, number>());
  return useMemo(() => {
    const tracks = new Map<string, string>();
    for (const column of columns) {
      const track = column.width ?? defaultTrack;
      if (!track.includes('fr')) {
        tracks.set(column.id, track);
        continue;
      }
      const word = longest(column.header.split(/\s+/));
      const least = Math.max(leastOf(track), headOf(word, column, wideLetter));
      const need = Math.max(kept.current.get(column.id) ?? least, needOf(column, rows));
      kept.current.set(column.id, need);
      tracks.set(column.id, `minmax(${least}px, ${need}fr)`);
    }
    return tracks;
  }, [columns, rows]);
}

/**
 * From so many pixels of room on a table has the columns that give way so early, where they fit: with less the
 * others would be cut for them. A table at the full width of a screen with a menu has some 300 pixels less than
 * the screen.
 */
const roomFor = { sm: 0, md: 540, lg: 800, xl: 1200 };

/**
 * The grid tracks of a table, their least width, and which columns there are, by the room that the table has in its
 * page, card or dialog (the nearest container): a column that would push others out of sight is left out, one after
 * the other, of one tier the last. Rows and cells read the variables.
 */
export function useTableTracks<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  boxes: boolean,
  buttons: number,
) {
  const trackOf = useTracks(columns, rows);
  // Those that come as the room grows, in this order.
  const coming = useMemo(
    () => Object.keys(roomFor).flatMap((tier) => columns.filter(({ hideBelow }) => hideBelow === tier)),
    [columns],
  );
  const placed = useMemo(
    () =>
      columns.map((one) =>
        one.hideBelow ? { ...one, place: { display: `var(--rank-${coming.indexOf(one)})` } } : one,
      ),
    [columns, coming],
  );
  const style = useMemo(() => {
    const style: Record<string, string | number | object> = {};
    for (let count = 0; count <= coming.length; count++) {
      const tracks = [
        ...(boxes ? ['44px'] : []),
        ...columns.filter((one) => !coming.includes(one, count)).map(({ id }) => trackOf.get(id) ?? ''),
        ...(buttons > 0 ? [buttons > 1 ? '80px' : '48px'] : []),
      ];
      const minWidth = tracks.reduce((sum, track) => sum + leastOf(track), 0);
      const sizes = { '--tracks': tracks.join(' '), minWidth };
      const { hideBelow } = coming[count - 1] ?? {};
      if (hideBelow) {
        // Two that come at the same room are one rule: the later has all of the earlier.
        const rule = `@container (min-width: ${Math.max(minWidth, roomFor[hideBelow])}px)`;
        style[rule] = Object.assign(style[rule] ?? {}, sizes, { [`--rank-${count - 1}`]: 'block' });
      } else Object.assign(style, sizes);
      style[`--rank-${count}`] = 'none';
    }
    return style;
  }, [trackOf, columns, coming, boxes, buttons]);
  return { columns: placed, style };
}

/** How a cell of a column behaves in each room. */
export function cellStyle<Row>({ align, place }: Column<Row>) {
  return {
    textAlign: align ?? 'left',
    // Of figures only: hyphens of names would be as wide as digits.
    ...(align === 'right' ? { fontVariantNumeric: 'tabular-nums' } : {}),
    ...place,
  } as const;
}
