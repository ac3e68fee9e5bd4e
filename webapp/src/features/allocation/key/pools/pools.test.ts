import type { Schemas } from '@openpmo/sdk';
import { describe, expect, it } from 'vitest';
import { blockersOf } from './poolBlockers';
import {
  allocatedOf,
  destinationsOf,
  type EditedPool,
  editedPools,
  outsideOf,
  type PoolAction,
  poolInputs,
  poolReducer,
  remainingOf,
  surplus,
} from './pools';

const label = (n: number) => `Groupe ${n}`;
const pool = (id: string, part: Partial<EditedPool> = {}): EditedPool => ({
  id,
  name: id.toUpperCase(),
  percentage: 30,
  destination: surplus,
  algorithm: 'by_default',
  parameters: {},
  ...part,
});
/** a hands on to b, b to c, c to Surplus. */
const cascade = () => [pool('a', { destination: 'b' }), pool('b', { destination: 'c' }), pool('c')];
const run = (pools: readonly EditedPool[], ...actions: PoolAction[]) => actions.reduce(poolReducer, [...pools]);
const destinations = (pools: readonly EditedPool[]) => pools.map(({ id, destination }) => `${id}>${destination}`);

describe('a new pool', () => {
  it('is called Groupe N, has the id new_pool_N, 0 percent, Surplus and no algorithm', () => {
    expect(run([pool('a')], { type: 'add', label })[1]).toEqual({
      id: 'new_pool_2',
      name: 'Groupe 2',
      percentage: 0,
      destination: surplus,
      algorithm: undefined,
      parameters: {},
    });
  });

  it('takes no name and no id that is there already', () => {
    const two = run([], { type: 'add', label }, { type: 'add', label });
    const next = run(two, { type: 'delete', id: 'new_pool_1' }, { type: 'add', label });
    expect(next.map(({ id }) => id)).toEqual(['new_pool_2', 'new_pool_3']);
    expect(run([pool('a', { name: 'Groupe 2' })], { type: 'add', label })[1]?.name).toBe('Groupe 3');
  });
});

describe('moving', () => {
  it('up clears the destination that it swaps above, and says which one it was', () => {
    const next = run(cascade(), { type: 'move', id: 'b', by: -1 });
    expect(destinations(next)).toEqual(['b>c', 'a>undefined', 'c>Surplus']);
    expect(next[1]?.lostDestination).toBe('B');
  });

  it('down clears it in the same way', () => {
    expect(destinations(run(cascade(), { type: 'move', id: 'b', by: 1 }))).toEqual(['a>b', 'c>Surplus', 'b>undefined']);
  });

  it('keeps Surplus and what is still below', () => {
    const pools = [pool('a', { destination: 'c' }), pool('b'), pool('c')];
    expect(destinations(run(pools, { type: 'move', id: 'a', by: 1 }))).toEqual(['b>Surplus', 'a>c', 'c>Surplus']);
  });

  it('does nothing at either end', () => {
    expect(run(cascade(), { type: 'move', id: 'a', by: -1 })).toEqual(cascade());
    expect(run(cascade(), { type: 'move', id: 'c', by: 1 })).toEqual(cascade());
  });

  it('lets a new choice take the place of the cleared one', () => {
    const next = run(cascade(), { type: 'move', id: 'b', by: -1 }, { type: 'destination', id: 'a', value: surplus });
    expect(next[1]).toEqual(pool('a'));
  });
});

describe('deleting and renaming', () => {
  it('redirects to Surplus those that pointed to the deleted pool', () => {
    expect(destinations(run(cascade(), { type: 'delete', id: 'b' }))).toEqual(['a>Surplus', 'c>Surplus']);
  });

  it('updates the destinations that pointed to the renamed pool', () => {
    const sent = poolInputs(run(cascade(), { type: 'rename', id: 'b', name: ' Écoles ' }));
    expect(sent.map(({ name, surplusDestinationPoolName }) => [name, surplusDestinationPoolName])).toEqual([
      ['A', 'Écoles'],
      ['Écoles', 'C'],
      ['C', 'Surplus'],
    ]);
  });

  it('keeps destinations apart while two pools bear one name', () => {
    const twice = run(cascade(), { type: 'rename', id: 'a', name: 'B' }, { type: 'rename', id: 'a', name: 'B2' });
    expect(poolInputs(twice)[0]?.surplusDestinationPoolName).toBe('B');
  });
});

describe('percentages', () => {
  it.each([
    [150, 100],
    [-3, 0],
    [40, 40],
    [undefined, 0],
    [Number.NaN, 0],
  ])('%s becomes %s', (value, percentage) => {
    expect(run([pool('a')], { type: 'percentage', id: 'a', value })[0]?.percentage).toBe(percentage);
  });

  it('leave the rest to Surplus, to four decimals', () => {
    expect(remainingOf([{ percentage: 33.3333 }, { percentage: 33.3333 }, { percentage: 23.3334 }])).toBe(10);
    expect(allocatedOf([{ percentage: 0.1 }, { percentage: 0.2 }])).toBe(0.3);
    expect(remainingOf([{ percentage: 60 }, { percentage: 50 }])).toBe(-10);
  });
});

describe('members', () => {
  const set = (value: number | undefined) =>
    run([pool('a', { parameters: { x: 2 } })], { type: 'parameter', id: 'a', participantId: 'y', value })[0]
      ?.parameters;

  it('join by a number that is not zero', () => expect(set(3)).toEqual({ x: 2, y: 3 }));
  it.each([0, undefined, Number.NaN])('leave by %s', (value) => {
    const pools = [pool('a', { parameters: { x: 2 } })];
    expect(run(pools, { type: 'parameter', id: 'a', participantId: 'x', value })[0]?.parameters).toEqual({});
    expect(set(value)).toEqual({ x: 2 });
  });
  it('join together with 1 each; who is in keeps its number', () => {
    const pools = [pool('a', { parameters: { x: 2 } })];
    expect(run(pools, { type: 'join', id: 'a', participantIds: ['x', 'y'] })[0]?.parameters).toEqual({ x: 2, y: 1 });
  });
});

describe('what goes out', () => {
  it('sends temporary ids as null, and no parameters of default pools', () => {
    const [fresh, kept] = poolInputs([
      pool('new_pool_1', { parameters: { y: 1, x: 1 } }),
      pool('a', { algorithm: 'by_priority', parameters: { x: 2 } }),
    ]);
    expect(fresh).toMatchObject({ id: null, consumersInPool: ['x', 'y'] });
    expect(fresh).not.toHaveProperty('withinPoolProductionParams');
    expect(kept).toMatchObject({ id: 'a', withinPoolProductionParams: { x: 2 } });
  });

  it('comes back as it went', () => {
    const wire: Schemas['Pool'][] = [
      {
        id: 'a',
        name: 'Écoles',
        percentageProduction: 60,
        priority: 1,
        surplusDestinationPoolName: 'Logements',
        algorithm: 'by_default',
        consumersInPool: ['x'],
      },
      {
        id: 'b',
        name: 'Logements',
        percentageProduction: 40,
        priority: 2,
        surplusDestinationPoolName: 'Surplus',
        algorithm: 'by_share_with_minimum',
        consumersInPool: ['y'],
        withinPoolProductionParams: { y: 4 },
      },
    ];
    expect(destinations(editedPools(wire))).toEqual(['a>b', 'b>Surplus']);
    expect(poolInputs(editedPools(wire))).toMatchObject([
      { id: 'a', surplusDestinationPoolName: 'Logements', consumersInPool: ['x'] },
      { id: 'b', withinPoolProductionParams: { y: 4 } },
    ]);
  });
});

describe('what the server says of the groups', () => {
  const told = (part: Partial<Schemas['AllocationConfigBlocker']>, pools: readonly EditedPool[] = cascade()) =>
    blockersOf([{ key: 'pool.algorithm', ofDraft: false, ...part }], pools)[0];

  it('stands at the field of its row', () => {
    expect(told({ key: 'pool.nameTwice', field: 'pools.1.name', pool: 2, ofDraft: true })).toEqual({
      key: 'errors.pool.nameTwice',
      params: {},
      poolId: 'b',
      field: 'name',
      ofDraft: true,
    });
    expect(told({ field: 'pools.0.algorithm', pool: 1, params: { name: 'A' } })).toMatchObject({
      key: 'errors.pool.algorithm',
      params: { name: 'A' },
      field: 'algorithm',
    });
  });
  it('says which destination a move has cleared, and asks for one that never was', () => {
    const moved = run(cascade(), { type: 'move', id: 'b', by: -1 });
    const missing = { key: 'pool.destinationRequired', field: 'pools.1.surplusDestinationPoolName', pool: 2 };
    expect(told(missing, moved)).toMatchObject({
      key: 'allocation.pools.destinationLost',
      params: { name: 'A', destination: 'B' },
      poolId: 'a',
      field: 'destination',
    });
    expect(told(missing)?.key).toBe('errors.pool.destinationRequired');
    expect(poolInputs(moved)[1]).not.toHaveProperty('surplusDestinationPoolName');
  });
  it('has its words where nothing is there, and its place for a sum', () => {
    expect(told({ key: 'key.parametersRequired', field: 'pools' })?.key).toBe('allocation.pools.none');
    expect(told({ key: 'key.parametersRequired', field: 'params' })?.key).toBe('allocation.method.parametersMissing');
    expect(told({ key: 'key.sumOver100', field: 'pools' })?.field).toBe('percentage');
    expect(told({ key: 'key.sumOver100', field: 'params' })?.field).toBeUndefined();
  });
  it('tells sites without a group in one line, after the others', () => {
    const missing = (participantId: string) => ({ key: 'pool.participantMissing', participantId, ofDraft: false });
    expect(blockersOf([missing('x'), { key: 'key.sumOver100', ofDraft: false }, missing('y')], [])).toMatchObject([
      { key: 'errors.key.sumOver100' },
      { key: 'allocation.pools.outsideCount', params: { smart_count: 2 }, participantIds: ['x', 'y'] },
    ]);
  });
});

it('knows the sites without a group', () => {
  expect(outsideOf([pool('a', { parameters: { x: 1 } })], ['x', 'y', 'z'])).toEqual(['y', 'z']);
});

it('offers as destinations only the pools below', () => {
  expect(destinationsOf(cascade(), 'a').map(({ id }) => id)).toEqual(['b', 'c']);
  expect(destinationsOf(cascade(), 'c')).toEqual([]);
});
