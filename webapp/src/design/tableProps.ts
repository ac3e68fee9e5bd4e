import type { ReactNode } from 'react';
import type { ViewState } from './ChartCard';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. Undefined values come last either way. */
  sortValue?: (row: Row) => string | number | undefined;
  /** A CSS grid track; `minmax(120px, 1fr)` when absent. */
  width?: string;
  align?: 'right';
  /**
   * How early it gives way where the table has little room: `xl` first, `sm` last. It is there from so much room
   * on, and only where all that stays with it fits (`useTableTracks`).
   */
  hideBelow?: 'sm' | 'md' | 'lg' | 'xl';
  /** Said by the table to its cells: whether there is room for it. */
  place?: { display: string };
  /**
   * What it is on the card that stands for a row on a phone. When absent the first column is the
   * title and the others are facts, but for those of wide screens only. What is aside stands
   * beside the title: an amount, mostly.
   */
  card?: 'title' | 'aside' | 'fact' | 'none';
  /** Stands in files only: there is no room for it on screen. */
  fileOnly?: boolean;
  /** What a file of the list holds of it; absent: the cell where that is text. Null: nothing. */
  file?: {
    as: 'text' | 'number' | 'money' | 'energy' | 'rate' | 'day';
    /** Cents, mWh, a part of 1, a civil day, as replies have them. */
    of: (row: Row) => string | number | null | undefined;
  } | null;
}

export interface Sort {
  id: string;
  desc?: boolean;
}

export interface Selection {
  ids: readonly string[];
  onChange: (ids: string[]) => void;
}

/** A last line that is of all rows, also of those that are not on screen. */
export interface Totals {
  label: string;
  /** By the id of the column. */
  cells: Partial<Record<string, ReactNode>>;
}

export interface DataTableProps<Row> {
  /** Name of the table, for screen readers. */
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** What a row is called: its box says "select" and this. */
  rowName: (row: Row) => string;
  defaultSort?: Sort;
  /** The order, where something else keeps it: the address. */
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  totals?: Totals | undefined;
  selection?: Selection;
  /** Rows that cannot be selected have no box. */
  selectable?: (row: Row) => boolean;
  /** Shows what a row is about beside the list, by a button at its end. */
  onLook?: ((row: Row) => void) | undefined;
  /** Rows that have nothing more to show have no such button. */
  canLook?: (row: Row) => boolean;
  /** A last narrow column, for a menu of the row. */
  actions?: (row: Row) => ReactNode;
  state?: ViewState;
  /** How many rows are known to come: their room is kept. */
  awaited?: number;
  /** Shown when there is no row. */
  empty?: ReactNode;
  maxHeight?: number | string;
  dense?: boolean;
  /** A reader chose its columns: none gives way, and what has no room is reached by scrolling. */
  chosen?: boolean;
}
