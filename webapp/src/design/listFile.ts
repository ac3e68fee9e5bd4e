import type { Column, Sort } from './tableProps';
import { inOrder } from './tableRows';

/** What a cell of a file holds: a text, or a number with what it counts. */
export type FileCell =
  | { as: 'text'; value: string }
  | { as: 'number' | 'money' | 'energy' | 'rate'; value: number }
  | { as: 'day'; value: string }
  | undefined;

/** A list as a file has it: heads, and a line for each row. */
export interface ListFile {
  heads: string[];
  lines: FileCell[][];
}

interface Shown<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  locale: string;
}

/** Those that give way first are no fact of a card either. */
export const wide: readonly (string | undefined)[] = ['lg', 'xl'];

/** The columns that a list shows now, in their order: those whose heads are drawn, on a phone those of its cards. */
export function columnsShown<Row>(columns: readonly Column<Row>[], list: ParentNode | null): Column<Row>[] {
  const heads = [...(list?.querySelectorAll<HTMLElement>('[role=columnheader][data-column]') ?? [])];
  if (heads.length > 0) {
    const drawn = heads
      .filter((head) => getComputedStyle(head).display !== 'none')
      .map(({ dataset }) => dataset.column);
    return columns.filter(({ id }) => drawn.includes(id));
  }
  const onScreen = columns.filter(({ fileOnly }) => !fileOnly);
  const title = onScreen.find(({ card }) => card === 'title') ?? onScreen[0];
  return onScreen.filter(
    (one) => one === title || (one.card ?? (wide.includes(one.hideBelow) ? 'none' : 'fact')) !== 'none',
  );
}

/**
 * What a list shows, as a file: its rows in their order, its columns. A column says what a file holds
 * of it (`file`), or is text already; one that is neither has only buttons, and is left out.
 */
export function listFile<Row>({ rows, columns, sort, locale }: Shown<Row>): ListFile {
  const ordered = inOrder(rows, columns, sort, locale);
  const kept = columns.filter(
    (column) => column.file || (column.file !== null && ordered.some((row) => isText(column.cell(row)))),
  );
  return {
    heads: kept.map(({ header, file }) => (file ? headOf(header, file.as) : header)),
    lines: ordered.map((row) => kept.map((column) => cellOf(column, row))),
  };
}

/** The units of a file, which has numbers without any. */
const units = { money: '€', energy: 'kWh', number: undefined, rate: undefined, day: undefined, text: undefined };

function headOf(header: string, as: keyof typeof units): string {
  const unit = units[as];
  return unit === undefined ? header : `${header} (${unit})`;
}

function cellOf<Row>({ file, cell }: Column<Row>, row: Row): FileCell {
  if (!file) {
    const text = cell(row);
    return isText(text) ? { as: 'text', value: String(text) } : undefined;
  }
  const value = file.of(row);
  if (value === undefined || value === null || value === '') return undefined;
  switch (file.as) {
    case 'text':
    case 'day':
      return { as: file.as, value: String(value) };
    case 'money':
      return { as: file.as, value: Number(value) / 100 };
    case 'energy':
      return { as: file.as, value: Number(value) / 1_000_000 };
    default:
      return { as: file.as, value: Number(value) };
  }
}

const isText = (content: unknown): content is string | number =>
  typeof content === 'string' || typeof content === 'number';

/** The decimals that a number of a kind is written with; a rate is written as it is. */
const decimals = { money: 2, energy: 3 } as const;

/**
 * The file as CSV: semicolons and decimal commas, as spreadsheets of France and Belgium read them, with
 * the mark by which they know the letters. A text that a spreadsheet would compute begins with an
 * apostrophe.
 */
export function asCsv({ heads, lines }: ListFile): string {
  const text = (cell: FileCell): string => {
    if (!cell) return '';
    if (cell.as === 'text') return quoted(inert(cell.value));
    if (cell.as === 'day') return cell.value;
    const places = decimals[cell.as as keyof typeof decimals];
    return (places === undefined ? String(cell.value) : cell.value.toFixed(places)).replace('.', ',');
  };
  const all = [heads.map((head) => quoted(inert(head))), ...lines.map((line) => line.map(text))];
  return `\ufeff${all.map((line) => line.join(';')).join('\r\n')}\r\n`;
}

/** What begins as a formula is text all the same. */
export const inert = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
