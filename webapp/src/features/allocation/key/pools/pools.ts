import type { Schemas } from '@openpmo/sdk';

export type PoolAlgorithm = Schemas['PoolAlgorithm'];

/** The destination that hands nothing on (specification section 5); the same word on the wire. */
export const surplus = 'Surplus';

export const poolAlgorithms = [
  'by_default',
  'by_priority',
  'by_share_with_minimum',
] as const satisfies readonly PoolAlgorithm[];

/** A group while it is edited. Its destination is kept by id, so that a new name changes nothing else. */
export interface EditedPool {
  /** `new_pool_N` until the server gives one. */
  id: string;
  name: string;
  /** Percent of the production, 0 to 100. */
  percentage: number;
  /** Id of a pool below, or Surplus; undefined when a move made it impossible. */
  destination: string | undefined;
  /** The name of the destination that a move cleared. */
  lostDestination?: string;
  algorithm: PoolAlgorithm | undefined;
  /** Members by id; the number is the priority or the parts, 1 where there is only a selection. */
  parameters: Readonly<Record<string, number>>;
}

export type PoolAction =
  | { type: 'add'; label: (n: number) => string }
  | { type: 'move'; id: string; by: -1 | 1 }
  | { type: 'delete'; id: string }
  | { type: 'rename'; id: string; name: string }
  | { type: 'percentage'; id: string; value: number | undefined }
  | { type: 'destination'; id: string; value: string }
  | { type: 'algorithm'; id: string; value: PoolAlgorithm }
  | { type: 'parameter'; id: string; participantId: string; value: number | undefined }
  | { type: 'join'; id: string; participantIds: readonly string[] };

/** The pools after an action (specification section 4, pool editor). */
export function poolReducer(pools: readonly EditedPool[], action: PoolAction): EditedPool[] {
  const change = (id: string, part: Partial<EditedPool>) =>
    pools.map((pool) => (pool.id === id ? { ...pool, ...part } : pool));
  switch (action.type) {
    case 'add':
      return [...pools, newPool(pools, action.label)];
    case 'move':
      return moved(pools, action.id, action.by);
    case 'delete':
      return pools
        .filter(({ id }) => id !== action.id)
        .map((pool) => (pool.destination === action.id ? { ...pool, destination: surplus } : pool));
    case 'rename':
      return change(action.id, { name: action.name });
    case 'percentage':
      return change(action.id, { percentage: clampPercentage(action.value ?? 0) });
    case 'destination':
      return pools.map((pool) => (pool.id === action.id ? directed(pool, action.value) : pool));
    case 'algorithm':
      return change(action.id, { algorithm: action.value });
    case 'parameter':
      return pools.map((pool) =>
        pool.id === action.id ? { ...pool, parameters: withParameter(pool.parameters, action) } : pool,
      );
    case 'join':
      return pools.map((pool) =>
        pool.id === action.id ? { ...pool, parameters: joined(pool.parameters, action.participantIds) } : pool,
      );
    default:
      return action satisfies never;
  }
}

export const clampPercentage = (value: number): number =>
  Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0;

/** A name as names are compared: without case, and spaces only between words. */
export const folded = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** N is one more than there are pools, or the next that no pool has as name or id. */
function newPool(pools: readonly EditedPool[], label: (n: number) => string): EditedPool {
  let n = pools.length + 1;
  const taken = (number: number) =>
    pools.some(({ id, name }) => id === `new_pool_${number}` || folded(name) === folded(label(number)));
  while (taken(n)) n++;
  return {
    id: `new_pool_${n}`,
    name: label(n),
    percentage: 0,
    destination: surplus,
    algorithm: undefined,
    parameters: {},
  };
}

function directed({ lostDestination: _, ...pool }: EditedPool, destination: string): EditedPool {
  return { ...pool, destination };
}

/** Changes places with its neighbour; a destination that is no longer below is cleared. */
function moved(pools: readonly EditedPool[], id: string, by: -1 | 1): EditedPool[] {
  const from = pools.findIndex((pool) => pool.id === id);
  const pool = pools[from];
  const neighbour = pools[from + by];
  if (!pool || !neighbour) return [...pools];
  const next = [...pools];
  next[from + by] = pool;
  next[from] = neighbour;
  return next.map((one, at) => {
    const to = next.findIndex(({ id: other }) => other === one.destination);
    if (to < 0 || to > at) return one;
    return { ...one, destination: undefined, lostDestination: next[to]?.name ?? '' };
  });
}

/** Zero or nothing leaves the pool, anything else joins it. */
function withParameter(
  parameters: EditedPool['parameters'],
  { participantId, value }: { participantId: string; value: number | undefined },
): EditedPool['parameters'] {
  const { [participantId]: _, ...others } = parameters;
  return value === undefined || !(value > 0) ? others : { ...others, [participantId]: value };
}

/** Whoever is in keeps its number; the others begin with 1. */
const joined = (parameters: EditedPool['parameters'], ids: readonly string[]) => ({
  ...Object.fromEntries(ids.map((id) => [id, 1])),
  ...parameters,
});

/** The consumers that stand in no group. */
export function outsideOf(pools: readonly EditedPool[], consumerIds: readonly string[]): string[] {
  const inside = new Set(pools.flatMap(({ parameters }) => Object.keys(parameters)));
  return consumerIds.filter((id) => !inside.has(id));
}

/** The pools below one, which are those it may hand on to, with Surplus. */
export const destinationsOf = (pools: readonly EditedPool[], id: string): EditedPool[] =>
  pools.slice(pools.findIndex((pool) => pool.id === id) + 1);

const exact = 10_000;

/** Sum of the percentages, to four decimals. */
export const allocatedOf = (pools: readonly Pick<EditedPool, 'percentage'>[]): number =>
  Math.round(pools.reduce((sum, { percentage }) => sum + percentage * exact, 0)) / exact;

/** What the fixed Surplus line shows; below zero when more than everything is given away. */
export const remainingOf = (pools: readonly Pick<EditedPool, 'percentage'>[]): number =>
  Math.round((100 - allocatedOf(pools)) * exact) / exact;

/** How the members of a pool are given: ticked, or by a number. */
export function poolParameterOf(algorithm: PoolAlgorithm | undefined): 'selection' | 'priority' | 'shares' {
  if (algorithm === 'by_priority') return 'priority';
  return algorithm === 'by_share_with_minimum' ? 'shares' : 'selection';
}

export const isNewPool = ({ id }: Pick<EditedPool, 'id'>): boolean => id.startsWith('new_pool_');

/** Pools of the contract as the editor holds them. */
export function editedPools(pools: readonly Schemas['Pool'][]): EditedPool[] {
  const idOf = new Map(pools.map(({ name, id }) => [name, id]));
  return pools.map((pool) => ({
    id: pool.id,
    name: pool.name,
    percentage: pool.percentageProduction,
    destination:
      pool.surplusDestinationPoolName === surplus ? surplus : (idOf.get(pool.surplusDestinationPoolName) ?? undefined),
    algorithm: pool.algorithm,
    parameters: Object.fromEntries(
      pool.consumersInPool.map((id) => [id, pool.withinPoolProductionParams?.[id] || 1] as const),
    ),
  }));
}

/** What is sent: temporary ids as null, no parameters where the algorithm has none (specification section 5). */
export function poolInputs(pools: readonly EditedPool[]): Schemas['PoolInput'][] {
  const nameOf = new Map(pools.map(({ id, name }) => [id, name.trim()]));
  return pools.map((pool) => ({
    id: isNewPool(pool) ? null : pool.id,
    name: pool.name.trim(),
    percentageProduction: pool.percentage,
    ...(pool.destination === undefined ? {} : { surplusDestinationPoolName: nameOf.get(pool.destination) ?? surplus }),
    ...(pool.algorithm ? { algorithm: pool.algorithm } : {}),
    ...(poolParameterOf(pool.algorithm) === 'selection'
      ? { consumersInPool: Object.keys(pool.parameters).sort() }
      : { withinPoolProductionParams: { ...pool.parameters } }),
  }));
}
