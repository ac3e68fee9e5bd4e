import { describe, expect, it } from 'vitest';
import { asCsv, columnsShown, listFile } from './listFile';
import type { Column } from './tableProps';
import { asWorkbook } from './workbook';

interface Row {
  name: string;
  cents?: number;
  milliWh?: number;
  day?: string;
}

const rows: Row[] = [
  { name: 'Site 10', cents: 12_345, milliWh: 1_500_000, day: '2026-10-31' },
  { name: 'Site 2', cents: -5 },
  { name: '=HYPERLINK("x"); "a"' },
];

const columns: Column<Row>[] = [
  { id: 'name', header: 'Nom', cell: ({ name }) => name, sortValue: ({ name }) => name },
  {
    id: 'amount',
    header: 'Total',
    cell: () => null,
    sortValue: ({ cents }) => cents,
    file: { as: 'money', of: ({ cents }) => cents },
  },
  { id: 'energy', header: 'Énergie', cell: () => null, file: { as: 'energy', of: ({ milliWh }) => milliWh } },
  { id: 'day', header: 'Le', cell: () => null, file: { as: 'day', of: ({ day }) => day } },
  { id: 'buttons', header: 'Actions', cell: () => null },
  { id: 'secret', header: 'Non', cell: ({ name }) => name, file: null },
];

const file = (sort?: { id: string; desc?: boolean }) => listFile({ rows, columns, sort, locale: 'fr' });

const bytesOf = (blob: Blob) =>
  new Promise<Uint8Array>((done) => {
    const reader = new FileReader();
    reader.onload = () => done(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });

describe('a list as a file', () => {
  it('has the columns whose heads are drawn, on a phone those of the cards', () => {
    const of = (html: string) => {
      const list = document.createElement('div');
      list.innerHTML = html;
      document.body.replaceChildren(list);
      return columnsShown<Row>(
        [
          { id: 'name', header: 'Nom', cell: () => null },
          { id: 'day', header: 'Le', cell: () => null, hideBelow: 'md' },
          { id: 'type', header: 'Type', cell: () => null, hideBelow: 'lg' },
          { id: 'net', header: 'HT', cell: () => null, hideBelow: 'sm', card: 'none' },
          { id: 'energy', header: 'Énergie', cell: () => null, fileOnly: true },
          { id: 'amount', header: 'Total', cell: () => null, card: 'aside' },
        ],
        list,
      ).map(({ id }) => id);
    };
    const head = (id: string, style = '') => `<div role="columnheader" data-column="${id}" style="${style}"></div>`;
    expect(of(`<div role="columnheader"></div>${['name', 'net', 'amount'].map((id) => head(id)).join('')}`)).toEqual([
      'name',
      'net',
      'amount',
    ]);
    expect(of(`${head('name')}${head('day', 'display: none')}${head('type')}`)).toEqual(['name', 'type']);
    expect(of('<ul></ul>')).toEqual(['name', 'day', 'amount']);
  });

  it('has the rows in their order, units in the heads, and no column of buttons', () => {
    const { heads, lines } = file({ id: 'amount', desc: true });
    expect(heads).toEqual(['Nom', 'Total (€)', 'Énergie (kWh)', 'Le']);
    expect(lines.map(([name]) => name?.value)).toEqual(['Site 10', 'Site 2', '=HYPERLINK("x"); "a"']);
    expect(lines[0]?.slice(1)).toEqual([
      { as: 'money', value: 123.45 },
      { as: 'energy', value: 1.5 },
      { as: 'day', value: '2026-10-31' },
    ]);
    expect(lines[1]?.slice(2)).toEqual([undefined, undefined]);
    expect(file({ id: 'name' }).lines.map(([name]) => name?.value)[2]).toBe('Site 10');
  });

  it('is read by the spreadsheets of the country, and nothing in it is computed', () => {
    expect(asCsv(file())).toBe(
      '\ufeffNom;Total (€);Énergie (kWh);Le\r\nSite 10;123,45;1,500;2026-10-31\r\nSite 2;-0,05;;\r\n"\'=HYPERLINK(""x""); ""a""";;;\r\n',
    );
    for (const text of ['=1', '+1', '-1', '@a', '\t=1', '\r=1']) {
      const csv = asCsv({ heads: [text], lines: [] });
      expect(csv.replace(/^\ufeff"?/, '')[0]).toBe("'");
    }
  });

  it('is a workbook with numbers and days as such, and texts that are never computed', async () => {
    const { strFromU8, unzipSync } = await import('fflate');
    const blob = await asWorkbook(file(), 'Factures / [2026]: à publier et à envoyer');
    const parts = unzipSync(await bytesOf(blob));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('<v>123.45</v>');
    expect(sheet).toContain('<v>-0.05</v>');
    expect(sheet).toMatch(/<v>46326<\/v>/);
    expect(sheet).not.toContain('<f>');
    expect(strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array())).toMatch(/name="Factures +2026 +à publier/);
  });
});
