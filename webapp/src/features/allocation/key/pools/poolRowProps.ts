import type { Sites } from '../sites';
import type { PoolBlocker } from './poolBlockers';
import type { EditedPool, PoolAction } from './pools';

export interface PoolRowProps {
  pool: EditedPool;
  pools: readonly EditedPool[];
  index: number;
  sites: Sites;
  /** It takes a part of the production although nobody stands in it. */
  empty: boolean;
  /** Consumers in no group yet. */
  outside: readonly string[];
  /** What is wrong with this row. */
  blockers: readonly PoolBlocker[];
  /** Somebody tried to save: what is still empty is then an error too. */
  tried: boolean;
  /** Absent for those who may only read. */
  act: ((action: PoolAction) => void) | undefined;
  onMove: (by: -1 | 1) => void;
  onDelete: () => void;
}

/** Where the list of what blocks saving leads for sites without a group. */
export const outsideId = 'pools-outside';

/** The element of a field of a row; the list of what blocks saving leads there. */
export const fieldOf = (poolId: string, field: string): string => `pool-${poolId}-${field}`;
