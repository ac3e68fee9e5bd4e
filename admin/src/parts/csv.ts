/** A column of an exported file. */
export interface CsvColumn<T> {
  header: string;
  text: (row: T) => string | number | undefined;
}

/** Excel in France and Belgium reads semicolons, and UTF-8 only behind this mark. */
const mark = '\ufeff';

/** Rows as CSV. A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function toCsv<T>(rows: readonly T[], columns: readonly CsvColumn<T>[]): string {
  const lines = [
    columns.map((column) => cell(column.header)),
    ...rows.map((row) => columns.map((column) => cell(column.text(row)))),
  ];
  return mark + lines.map((line) => line.join(';')).join('\r\n');
}

function cell(value: string | number | undefined): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value ?? '') ? `'${value}` : (value ?? '');
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
