import writeXlsxFile, { type Cell, type SheetData } from 'write-excel-file/browser';
import type { FileCell, ListFile } from './listFile';

/** What spreadsheets call the ways to write a number. */
const formats = { money: '#,##0.00', energy: '#,##0.000', rate: '0.0%', number: 'General' } as const;

/**
 * A list as a workbook of one sheet: numbers and days are such, the heads stay while one scrolls. A cell
 * that is said to be text is never computed.
 */
export function asWorkbook({ heads, lines }: ListFile, sheet: string): Promise<Blob> {
  const head = heads.map((value): Cell => ({ value, type: String, fontWeight: 'bold' }));
  const data: SheetData = [head, ...lines.map((line) => line.map(cellOf))];
  const widths = heads.map((text, at) => ({ width: widthOf(text, lines, at) }));
  return writeXlsxFile(data, { sheet: sheetName(sheet), columns: widths, stickyRowsCount: 1 }).toBlob();
}

function cellOf(cell: FileCell): Cell {
  if (!cell) return null;
  switch (cell.as) {
    case 'text':
      return { value: cell.value, type: String };
    case 'day':
      return { value: new Date(`${cell.value}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' };
    default:
      return { value: cell.value, type: Number, ...(cell.as === 'number' ? {} : { format: formats[cell.as] }) };
  }
}

/** A sheet has at most 31 letters in its name, and none of these. */
const sheetName = (name: string): string => name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31);

/** The letters of the longest of the first hundred. */
function widthOf(head: string, lines: ListFile['lines'], at: number): number {
  const lengths = lines.slice(0, 100).map((line) => String(line[at]?.value ?? '').length);
  return Math.min(48, Math.max(head.length, ...lengths) + 2);
}
