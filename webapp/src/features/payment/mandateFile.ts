import type { Row } from './queries';

/** The columns of a list of mandates, named as in the contract. */
export const columns = [
  'dsoId',
  'mandateId',
  'debtorName',
  'iban',
  'bic',
  'scheme',
  'signatureDate',
  'bankReconciliationId',
] as const;

type Column = (typeof columns)[number];

export type Reading = { rows: Row[] } | { unknown: string } | { twice: string };

/**
 * Reads a list with `;`, `,` or tabs between its cells, as spreadsheets write it: the first line
 * names the columns, in any order. What is in the cells is the server's to judge.
 */
export function readMandates(text: string): Reading {
  const lines = cellsOf(text.replace(/^\uFEFF/, '')).filter((line) => line.some((cell) => cell.trim() !== ''));
  const names = lines[0]?.map((name) => name.trim()) ?? [];
  const unknown = names.find((name) => !columns.some((column) => column === name));
  if (unknown !== undefined) return { unknown };
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return { twice };
  return {
    rows: lines.slice(1).map((line) => {
      const row: Row = {};
      for (const [at, name] of names.entries()) {
        const cell = line[at]?.trim();
        if (cell) row[name as Column] = cell;
      }
      return row;
    }),
  };
}

/** The cells of each line. Quotes keep separators and ends of line; two of them are one. */
function cellsOf(text: string): string[][] {
  const [head = ''] = text.split('\n', 1);
  const separator = [';', '\t', ','].find((one) => head.includes(one)) ?? ';';
  const lines: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (quoted && char === '"' && text[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (char === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (quoted || (char !== separator && char !== '\n')) cell += char;
    else {
      lines.at(-1)?.push(cell.replace(/\r$/, ''));
      cell = '';
      if (char === '\n') lines.push([]);
    }
  }
  lines.at(-1)?.push(cell);
  return lines;
}

/** An empty list. Spreadsheets read its accents by the mark at the beginning. */
export const template = `\uFEFF${columns.join(';')}\r\n`;
