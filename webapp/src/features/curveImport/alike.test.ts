import { expect, it } from 'vitest';
import { alike } from './alike';

const gap = (name: string, count = 1) => ({ key: 'curve.gap', params: { name, value: `99${name}`, count } });

it('says once what is the same but for the site, with the other sites beside it', () => {
  expect(alike([gap('Mairie'), gap('École'), gap('Forge', 2), gap('Moulin'), gap('École')])).toEqual([
    { first: gap('Mairie'), others: ['École', 'Moulin'] },
    { first: gap('Forge', 2), others: [] },
  ]);
});

it('keeps apart what is about no site', () => {
  const plain = { key: 'file.unusual', params: { format: 'x' } };
  expect(alike([plain, plain])).toHaveLength(2);
});

it('names a site by its number where it has no name', () => {
  const of = (value: string) => ({ key: 'curve.gap', params: { value } });
  expect(alike([of('1'), of('2')])).toEqual([{ first: of('1'), others: ['2'] }]);
});
