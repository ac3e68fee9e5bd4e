import { expect, it } from 'vitest';
import type { EditedKey } from '../key';
import type { EditedPool } from '../pools/pools';
import { differencesOf } from './differences';

const pool = (id: string, part: Partial<EditedPool> = {}): EditedPool => ({
  id,
  name: id.toUpperCase(),
  percentage: 30,
  destination: 'Surplus',
  algorithm: 'by_default',
  parameters: {},
  ...part,
});
const pools = (...list: EditedPool[]): EditedKey => ({ type: 'by_pool', numbers: {}, pools: list });

it('finds nothing between a key and itself', () => {
  const key = pools(pool('a', { parameters: { x: 1 } }));
  expect(differencesOf(key, key)).toEqual([]);
});

it('names the method and the numbers that changed', () => {
  const before: EditedKey = { type: 'static', numbers: { static: { x: 40, y: 10 } }, pools: [] };
  const after: EditedKey = { type: 'static', numbers: { static: { x: 50, z: 5 } }, pools: [] };
  expect(differencesOf(before, after)).toEqual([
    { kind: 'number', param: 'x', of: 'static', from: 40, to: 50 },
    { kind: 'number', param: 'y', of: 'static', from: 10, to: undefined },
    { kind: 'number', param: 'z', of: 'static', from: undefined, to: 5 },
  ]);
  expect(differencesOf(before, { ...after, type: 'by_default' })).toEqual([
    { kind: 'method', from: 'static', to: 'by_default' },
  ]);
});

it('tells how many sites a selection has, and between two of them each site', () => {
  const equal = (numbers?: Record<string, number>): EditedKey => ({
    type: 'by_equality',
    numbers: numbers ? { by_equality: numbers } : {},
    pools: [],
  });
  expect(differencesOf(equal(), equal({ x: 1, y: 1 }))).toEqual([{ kind: 'selection', from: undefined, to: 2 }]);
  expect(differencesOf(equal({ x: 1 }), equal())).toEqual([{ kind: 'selection', from: 1, to: undefined }]);
  expect(differencesOf(equal({ x: 1, y: 1 }), equal({ x: 1, z: 1 }))).toEqual([
    { kind: 'number', param: 'y', of: 'by_equality', from: 1, to: undefined },
    { kind: 'number', param: 'z', of: 'by_equality', from: undefined, to: 1 },
  ]);
  expect(differencesOf(pools(pool('a')), equal())).toHaveLength(1);
});

it('follows groups by id: a new name is no new group and moves no destination', () => {
  const before = pools(pool('a', { destination: 'b' }), pool('b'));
  expect(differencesOf(before, pools(pool('a', { destination: 'b' }), pool('b', { name: 'Écoles' })))).toEqual([
    { kind: 'poolRenamed', from: 'B', to: 'Écoles' },
  ]);
});

it('tells added and removed groups, and only those moved that changed places with each other', () => {
  const before = pools(pool('a'), pool('b'), pool('c'));
  const found = differencesOf(before, pools(pool('n'), pool('c'), pool('b')));
  expect(found).toEqual([
    { kind: 'poolRemoved', pool: 'A', percentage: 30, members: 0 },
    { kind: 'poolAdded', pool: 'N', percentage: 30, members: 0 },
    { kind: 'poolMoved', pool: 'C', from: 2, to: 1 },
    { kind: 'poolMoved', pool: 'B', from: 1, to: 2 },
  ]);
});

it('tells percentage, destination, algorithm and members', () => {
  const before = pools(pool('a', { parameters: { x: 1, y: 1 } }), pool('b'));
  const after = pools(
    pool('a', { percentage: 40, destination: 'b', algorithm: 'by_priority', parameters: { x: 2, z: 1 } }),
    pool('b'),
  );
  expect(differencesOf(before, after)).toEqual([
    { kind: 'poolPercentage', pool: 'A', from: 30, to: 40 },
    { kind: 'poolDestination', pool: 'A', from: 'Surplus', to: 'B' },
    { kind: 'poolAlgorithm', pool: 'A', from: 'by_default', to: 'by_priority' },
    { kind: 'member', pool: 'A', participantId: 'x', from: 1, to: 2 },
    { kind: 'member', pool: 'A', participantId: 'y', from: 1, to: undefined },
    { kind: 'member', pool: 'A', participantId: 'z', from: undefined, to: 1 },
  ]);
});
