import { describe, expect, it } from 'vitest';
import { toCsv } from './csv';

interface Row {
  name: string | undefined;
  count?: number;
}

const columns = [
  { header: 'Nom', text: (row: Row) => row.name },
  { header: 'Sites', text: (row: Row) => row.count },
];

describe('toCsv', () => {
  it.each([
    ['plain', { name: 'Val', count: -3 }, 'Val;-3'],
    ['absent', { name: undefined }, ';'],
    ['separator and quotes', { name: 'Val; dit "le Val"', count: 1 }, '"Val; dit ""le Val""";1'],
    ['two lines', { name: 'a\nb', count: 1 }, '"a\nb";1'],
    ['a formula', { name: '=HYPERLINK("x")', count: 0 }, '"\'=HYPERLINK(""x"")";0'],
    ['a command', { name: '@SUM', count: 0 }, "'@SUM;0"],
  ])('writes %s', (_, row, line) => {
    expect(toCsv([row], columns)).toBe(`\ufeffNom;Sites\r\n${line}`);
  });

  it('writes the heading of an empty list', () => expect(toCsv([], columns)).toBe('\ufeffNom;Sites'));
});
