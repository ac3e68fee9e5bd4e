import { describe, expect, it } from 'vitest';
import { someSite } from '../../test/records';
import { asGroup, countsOf, folderOrder, folderRank, groupsOf, rowsIn, rowsOf, summaryOf } from './rows';

const sites = [
  someSite({ id: '1', name: 'École Jules-Ferry', dsoId: '99100000000017', city: 'Fougères' }),
  someSite({ id: '2', name: 'Toiture Gymnase', dsoId: '99100000000024', energyType: 'producer', status: 'error' }),
];
const rows = rowsOf(sites, [{ id: '9', email: 'ines@exemple.example' }]);

describe('rows', () => {
  it('stand under the tab of what they are', () => {
    expect(rows.map(groupsOf)).toEqual([['consumers'], ['producers'], ['observers']]);
    expect(countsOf(rows)).toEqual({ all: 3, consumers: 1, producers: 1, observers: 1, declare: 0 });
  });

  it('stand under both tabs when they consume and produce', () => {
    const both = someSite({ id: '3', name: 'Maison Xavier', isProsumer: true });
    const all = rowsOf([...sites, both], []);
    expect(countsOf(all)).toEqual({ all: 3, consumers: 2, producers: 2, observers: 0, declare: 0 });
    expect(rowsIn(all, 'producers', '').map(({ id }) => id)).toEqual(['2', '3']);
  });

  it('are to be declared while the operator has not answered', () => {
    const asked = someSite({ id: '4', name: 'Gare', openRequest: 'ENTRY' });
    const leaving = someSite({ id: '5', name: 'Halle', openRequest: 'EXIT' });
    const all = rowsOf([...sites, asked, leaving], []);
    expect(countsOf(all).declare).toBe(2);
    expect(rowsIn(all, 'declare', '').map(({ id }) => id)).toEqual(['4', '5']);
    expect(asGroup('declare')).toBe('declare');
  });

  it('call an observer without a name by the e-mail', () => {
    expect(rows[2]?.name).toBe('ines@exemple.example');
  });

  it.each([
    ['ecole ferry', ['1']],
    ['9910', ['1', '2']],
    ['FOUGERES', ['1']],
    ['ines@', ['9']],
    ['zzz', []],
    ['  ', ['1', '2', '9']],
  ])('are found by %s', (search, ids) => {
    expect(rowsIn(rows, 'all', search).map(({ id }) => id)).toEqual(ids);
  });

  it('are narrowed by tab and search together', () => {
    expect(rowsIn(rows, 'producers', '9910').map(({ id }) => id)).toEqual(['2']);
    expect(rowsIn(rows, 'observers', '9910')).toEqual([]);
  });
});

it('sorts folders in the order of the specification', () => {
  const shuffled = [...folderOrder].reverse();
  expect(shuffled.sort((a, b) => folderRank(a) - folderRank(b))).toEqual([
    'creating',
    'processing',
    'up',
    'deleting',
    'deleted',
    'error',
  ]);
});

it('counts sites as the server does, and those of the list that are no sites of today', () => {
  expect(summaryOf({ sitesNumber: 2 }, rows)).toEqual({ sites: 2, left: 0, observers: 1, errors: 1 });
  const oneLeft = summaryOf({ sitesNumber: 1 }, rows);
  expect(oneLeft).toEqual({ sites: 1, left: 1, observers: 1, errors: 1 });
  expect(oneLeft.sites + oneLeft.left + oneLeft.observers).toBe(countsOf(rows).all);
});

it('takes an unknown tab of the address for all', () => {
  expect(asGroup('producers')).toBe('producers');
  expect(asGroup('nobody')).toBe('all');
  expect(asGroup(null)).toBe('all');
});
