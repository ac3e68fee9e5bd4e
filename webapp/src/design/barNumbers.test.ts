import { expect, it } from 'vitest';
import { barNumbers } from './barNumbers';

it('stacks above and below zero, and knows how far the bars reach', () => {
  const row = (id: string, values: Parameters<typeof barNumbers>[0][number]['values']) => ({
    id,
    name: id,
    tick: id,
    values,
  });
  const { data, least, most } = barNumbers(
    [row('a', { Autoconso: 3, complement: 4, Surplus: 2 }), row('b', { Autoconso: 1 }), row('c', {})],
    ['Autoconso', 'complement'],
    ['Surplus'],
  );
  expect(data).toEqual([{ id: 'a', Autoconso: 3, complement: 4, Surplus: -2 }, { id: 'b', Autoconso: 1 }, { id: 'c' }]);
  expect([least, most]).toEqual([-2, 7]);
});
