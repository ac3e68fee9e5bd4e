import { type EditedKey, isForEveryone, type KeyType, type Numbers, numbersOf, parameterOf } from '../key';
import { type EditedPool, type PoolAlgorithm, poolParameterOf } from '../pools/pools';

/** One thing that differs between two keys. Destinations are names. */
export type Difference =
  | { kind: 'method'; from: KeyType; to: KeyType }
  | { kind: 'number'; param: string; of: KeyType; from: number | undefined; to: number | undefined }
  | { kind: 'selection'; from: number | undefined; to: number | undefined }
  | { kind: 'poolAdded' | 'poolRemoved'; pool: string; percentage: number; members: number }
  | { kind: 'poolRenamed'; from: string; to: string }
  | { kind: 'poolMoved'; pool: string; from: number; to: number }
  | { kind: 'poolPercentage'; pool: string; from: number; to: number }
  | { kind: 'poolDestination'; pool: string; from: string; to: string }
  | { kind: 'poolAlgorithm'; pool: string; from: PoolAlgorithm | undefined; to: PoolAlgorithm | undefined }
  | { kind: 'member'; pool: string; participantId: string; from: number | undefined; to: number | undefined };

/** What changes from one key to another, in the order of reading. */
export function differencesOf(before: EditedKey, after: EditedKey): Difference[] {
  const method: Difference[] =
    before.type === after.type ? [] : [{ kind: 'method', from: before.type, to: after.type }];
  if (after.type !== 'by_pool') {
    const same = before.type === after.type;
    if (parameterOf(after.type) === 'selection')
      return [...method, ...selectionDifferences(same ? before : undefined, after)];
    const former = same ? numbersOf(before) : {};
    return [...method, ...(parameterOf(after.type) ? numberDifferences(after.type, former, numbersOf(after)) : [])];
  }
  return [...method, ...poolDifferences(before.type === 'by_pool' ? before.pools : [], after.pools)];
}

/** Between all sites and some of them their number is told, between two selections each site. */
function selectionDifferences(before: EditedKey | undefined, after: EditedKey): Difference[] {
  const chosen = (key: EditedKey) => (isForEveryone(key) ? undefined : Object.keys(numbersOf(key)).length);
  const [from, to] = [before && chosen(before), chosen(after)];
  if (from !== undefined && to !== undefined && before) {
    return numberDifferences(after.type, numbersOf(before), numbersOf(after));
  }
  return from === to ? [] : [{ kind: 'selection', from, to }];
}

function numberDifferences(of: KeyType, before: Numbers, after: Numbers): Difference[] {
  return changedIds(before, after).map((param) => ({
    kind: 'number',
    param,
    of,
    from: before[param],
    to: after[param],
  }));
}

const changedIds = (before: Numbers, after: Numbers) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((id) => before[id] !== after[id]);

function poolDifferences(before: readonly EditedPool[], after: readonly EditedPool[]): Difference[] {
  const former = new Map(before.map((pool, index) => [pool.id, { pool, index }]));
  const kept = new Set(after.map(({ id }) => id));
  const removed = before.filter(({ id }) => !kept.has(id));
  const added = after.filter(({ id }) => !former.has(id));
  const order = orderChanges(before, after);
  return [
    ...removed.map((pool) => headOf('poolRemoved', pool)),
    ...added.map((pool) => headOf('poolAdded', pool)),
    ...after.flatMap((pool) => {
      const was = former.get(pool.id)?.pool;
      return was ? [...rowDifferences(was, before, pool, after), ...(order.get(pool.id) ?? [])] : [];
    }),
  ];
}

const headOf = (kind: 'poolAdded' | 'poolRemoved', pool: EditedPool): Difference => ({
  kind,
  pool: pool.name,
  percentage: pool.percentage,
  members: Object.keys(pool.parameters).length,
});

/** Places among the pools that stand on both sides, so that an added one moves nobody. */
function orderChanges(before: readonly EditedPool[], after: readonly EditedPool[]): Map<string, Difference[]> {
  const places = (pools: readonly EditedPool[], others: readonly EditedPool[]) =>
    pools.map(({ id }) => id).filter((id) => others.some((other) => other.id === id));
  const from = places(before, after);
  return new Map(
    places(after, before).map((id, to) => {
      const pool = after.find((one) => one.id === id)?.name ?? '';
      const was = from.indexOf(id);
      return [id, was === to ? [] : [{ kind: 'poolMoved', pool, from: was + 1, to: to + 1 }]];
    }),
  );
}

const nameOf = (pools: readonly EditedPool[], id: string | undefined) =>
  pools.find((pool) => pool.id === id)?.name ?? id ?? '';

function rowDifferences(
  was: EditedPool,
  before: readonly EditedPool[],
  is: EditedPool,
  after: readonly EditedPool[],
): Difference[] {
  const pool = is.name;
  const found: Difference[] = [];
  if (was.name !== is.name) found.push({ kind: 'poolRenamed', from: was.name, to: is.name });
  if (was.percentage !== is.percentage) {
    found.push({ kind: 'poolPercentage', pool, from: was.percentage, to: is.percentage });
  }
  if (was.destination !== is.destination) {
    const from = nameOf(before, was.destination);
    found.push({ kind: 'poolDestination', pool, from, to: nameOf(after, is.destination) });
  }
  if (was.algorithm !== is.algorithm) {
    found.push({ kind: 'poolAlgorithm', pool, from: was.algorithm, to: is.algorithm });
  }
  return [...found, ...memberDifferences(was, is)];
}

/** Joined, left, or another number; a mere selection has no number that could differ. */
function memberDifferences(was: EditedPool, is: EditedPool): Difference[] {
  const numbered = poolParameterOf(is.algorithm) !== 'selection';
  return changedIds(was.parameters, is.parameters)
    .map((participantId) => ({
      kind: 'member' as const,
      pool: is.name,
      participantId,
      from: was.parameters[participantId],
      to: is.parameters[participantId],
    }))
    .filter(({ from, to }) => numbered || from === undefined || to === undefined);
}
