import {
  createColumnHelper,
  createSortedRowModel,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column, DataTableProps } from './tableProps';

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature, sortedRowModel: createSortedRowModel() });

/** Under this number all rows are in the page, so that Ctrl+F and print find them. */
export const rowsUntilVirtual = 500;

export type SortState = 'ascending' | 'descending' | 'none';

export interface TableModel<Row> {
  rows: { id: string; original: Row; selected: boolean; toggle: () => void }[];
  sortOf: (columnId: string) => SortState;
  toggleSort: (columnId: string) => void;
  allSelected: boolean;
  someSelected: boolean;
  toggleAll: () => void;
}

/** Sorting and selection of a table's rows, by TanStack Table. */
export function useRows<Row>(props: DataTableProps<Row>, locale: string): TableModel<Row> {
  const { rows, columns, rowId, defaultSort, selection, selectable } = props;
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
    initialState: { sorting: defaultSort ? [{ id: defaultSort.id, desc: defaultSort.desc ?? false }] : [] },
    state: { rowSelection },
    enableRowSelection: selection ? ({ original }) => selectable?.(original.original) ?? true : false,
    onRowSelectionChange: (change) => {
      const next: RowSelectionState = typeof change === 'function' ? change(rowSelection) : change;
      selection?.onChange(Object.keys(next).filter((id) => next[id]));
    },
    enableSortingRemoval: false,
  });
  const sorting = table.state.sorting[0];
  return {
    rows: table.getRowModel().rows.map((row) => ({
      id: row.id,
      original: row.original.original,
      selected: rowSelection[row.id] === true,
      toggle: () => row.toggleSelected(),
    })),
    sortOf: (id) => (sorting?.id === id ? (sorting.desc ? 'descending' : 'ascending') : 'none'),
    toggleSort: (id) => table.getColumn(id)?.toggleSorting(sorting?.id === id && !sorting.desc),
    allSelected: table.getIsAllRowsSelected(),
    someSelected: table.getIsSomeRowsSelected(),
    toggleAll: () => table.toggleAllRowsSelected(),
  };
}

function useColumnDefs<Row>(columns: readonly Column<Row>[], locale: string) {
  return useMemo(() => {
    const helper = createColumnHelper<typeof features, { original: Row }>();
    const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
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

/** The grid tracks of a table and their least width, for each width of screen. Rows read the variable. */
export function tracksOf<Row>(columns: readonly Column<Row>[], boxes: boolean, actions: boolean) {
  const tracks = (hidden: readonly string[]) => [
    ...(boxes ? ['44px'] : []),
    ...columns.filter((c) => !c.hideBelow || !hidden.includes(c.hideBelow)).map((c) => c.width ?? defaultTrack),
    ...(actions ? ['56px'] : []),
  ];
  const sizes = { xs: tracks(['sm', 'md', 'lg']), sm: tracks(['md', 'lg']), md: tracks(['lg']), lg: tracks([]) };
  const each = (value: (list: string[]) => string) =>
    Object.fromEntries(Object.entries(sizes).map(([size, list]) => [size, value(list)]));
  return {
    '--tracks': each((list) => list.join(' ')),
    minWidth: each((list) => `${list.reduce((sum, track) => sum + leastOf(track), 0)}px`),
  };
}

/** How a cell of a column behaves on each width of screen. */
export function cellStyle<Row>(column: Column<Row>) {
  const hidden = column.hideBelow;
  return {
    textAlign: column.align ?? 'left',
    // Of figures only: hyphens of names would be as wide as digits.
    ...(column.align === 'right' ? { fontVariantNumeric: 'tabular-nums' } : {}),
    ...(hidden ? { display: { xs: 'none', [hidden]: 'block' } } : {}),
  } as const;
}
