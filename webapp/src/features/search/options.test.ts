import { describe, expect, it } from 'vitest';
import { countsOf, optionsOf } from './options';
import type { SearchGroup } from './queries';

const hit = (id: string, name: string, operationId = 'o1') => ({
  id,
  name,
  operationId,
  operationName: `Op ${operationId}`,
});
const groups: SearchGroup[] = [
  { kind: 'OPERATION', total: 1, hits: [hit('o2', 'Val', 'o2')] },
  { kind: 'SITE', total: 9, hits: [{ ...hit('s1', 'École'), detail: '3000' }] },
  { kind: 'INVOICE', total: 1, hits: [{ ...hit('i1', 'COM-1'), detail: 'Martin' }] },
];
const pages = [
  { label: 'Clés de répartition', to: '/pmo/operations/o1/edit/production' },
  { label: 'Factures', to: '/pmo/operations/o1/billing/invoices' },
];
const all = { opens: () => true, several: true };

describe('what is offered for a text', () => {
  it('is the pages that match, then what the server found, each with its address', () => {
    const offered = optionsOf('cles', pages, groups, all);
    expect(offered.map(({ name, group, to }) => [name, group, to])).toEqual([
      ['Clés de répartition', 'search.group.page', '/pmo/operations/o1/edit/production'],
      ['Val', 'search.group.OPERATION', '/pmo/operations/o2'],
      ['École', 'search.group.SITE', '/pmo/operations/o1/sites/s1'],
      ['COM-1', 'search.group.INVOICE', '/pmo/operations/o1/invoices/i1'],
    ]);
    expect(new Set(offered.map(({ key }) => key)).size).toBe(4);
  });

  it('names the operation where there are several, and not beside itself', () => {
    expect(optionsOf('x', [], groups, all).map(({ operation }) => operation)).toEqual([undefined, 'Op o1', 'Op o1']);
    expect(optionsOf('x', [], groups, { ...all, several: false }).map(({ operation }) => operation)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('leads to the operation where the page of a thing does not open', () => {
    const offered = optionsOf('x', [], groups, { opens: (thing) => thing === 'invoice', several: false });
    expect(offered.map(({ to }) => to)).toEqual([
      '/pmo/operations/o2',
      '/pmo/operations/o1',
      '/pmo/operations/o1/invoices/i1',
    ]);
  });

  it('shows all pages before anything is typed, and says what is not shown', () => {
    expect(optionsOf('', pages, [], all)).toHaveLength(2);
    expect(countsOf(groups)).toEqual({ 'search.group.SITE': { shown: 1, total: 9 } });
  });
});
