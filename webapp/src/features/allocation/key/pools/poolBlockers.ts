import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import type { Params } from '@openpmo/ui/i18n/translator';
import { allocatedOf, type EditedPool, folded, surplus } from './pools';

/** The fields of a row that something can be wrong with. */
export type PoolField = 'name' | 'percentage' | 'destination' | 'algorithm';

/** One reason why the pools cannot be put in force, and where it is. */
export interface PoolBlocker {
  key: MessageKey;
  params: Params;
  /** Absent: it is about all of them. */
  poolId?: string;
  field?: PoolField;
  /** Sites that stand in no group. */
  participantIds?: readonly string[];
}

/** Everything that blocks saving (specification section 5), in the order of the page. */
export function poolBlockers(pools: readonly EditedPool[], consumerIds: readonly string[]): PoolBlocker[] {
  if (pools.length === 0) return [{ key: 'allocation.pools.none', params: {} }];
  const names = countOf(pools.map(({ name }) => folded(name)));
  const destinations = countOf(pools.map(({ destination }) => destination ?? ''));
  const found = pools.flatMap((pool) => rowBlockers(pool, pools, names, destinations));
  if (allocatedOf(pools) > 100) found.push({ key: 'errors.key.sumOver100', params: {}, field: 'percentage' });
  const outside = outsideOf(pools, consumerIds);
  if (outside.length > 0) {
    found.push({
      key: 'allocation.pools.outsideCount',
      params: { smart_count: outside.length },
      participantIds: outside,
    });
  }
  return found;
}

/** The consumers that stand in no group. */
export function outsideOf(pools: readonly EditedPool[], consumerIds: readonly string[]): string[] {
  const inside = new Set(pools.flatMap(({ parameters }) => Object.keys(parameters)));
  return consumerIds.filter((id) => !inside.has(id));
}

function rowBlockers(
  pool: EditedPool,
  pools: readonly EditedPool[],
  names: Map<string, number>,
  destinations: Map<string, number>,
): PoolBlocker[] {
  const name = pool.name.trim();
  const at = (field: PoolField, key: MessageKey, params: Params = {}): PoolBlocker => ({
    key,
    params,
    poolId: pool.id,
    field,
  });
  const found: PoolBlocker[] = [];
  if (name === '') found.push(at('name', 'errors.pool.nameRequired'));
  else if (folded(name) === folded(surplus)) found.push(at('name', 'allocation.pools.nameReserved'));
  else if ((names.get(folded(name)) ?? 0) > 1) found.push(at('name', 'errors.pool.nameTwice'));
  if (pool.destination === undefined) {
    found.push(
      pool.lostDestination
        ? at('destination', 'allocation.pools.destinationLost', { name, destination: pool.lostDestination })
        : at('destination', 'errors.pool.destinationRequired', { name }),
    );
  } else if (pool.destination !== surplus && (destinations.get(pool.destination) ?? 0) > 1) {
    const destination = pools.find(({ id }) => id === pool.destination)?.name ?? '';
    found.push(at('destination', 'errors.pool.destinationTwice', { destination }));
  }
  if (!pool.algorithm) found.push(at('algorithm', 'errors.pool.algorithm', { name }));
  return found;
}

const countOf = (values: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

/** What even a draft cannot hold: a name or a destination that the wire has no word for. */
export const blocksDraft = ({ field }: PoolBlocker): boolean => field === 'name' || field === 'destination';
