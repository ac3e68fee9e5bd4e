/** What is used of the library, and no more: its own types let a cell be many things that a list never has. */
declare module 'write-excel-file/browser' {
  export type Cell = {
    value: string | number | Date;
    type: StringConstructor | NumberConstructor | DateConstructor;
    format?: string;
    fontWeight?: 'bold';
  } | null;
  export type SheetData = Cell[][];
  interface Options {
    sheet: string;
    columns: { width: number }[];
    stickyRowsCount: number;
  }
  export default function writeXlsxFile(data: SheetData, options: Options): { toBlob: () => Promise<Blob> };
}
