import type { Schemas } from '@openpmo/sdk';
import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import type { Params } from '@openpmo/ui/i18n/translator';
import type { EditedPool } from './pools';

/** The fields of a row that something can be wrong with. */
export type PoolField = 'name' | 'percentage' | 'destination' | 'algorithm';

/** One reason why the key cannot be put in force, and where it is. */
export interface PoolBlocker {
  key: MessageKey;
  params: Params;
  /** Absent: it is about all of them. */
  poolId?: string;
  field?: PoolField;
  /** Sites that stand in no group. */
  participantIds?: readonly string[];
  /** Keeping the key as a draft would lose something. */
  ofDraft: boolean;
}

type Blocker = Schemas['AllocationConfigBlocker'];

/** Fields of the contract by their names on the page. */
const fields: Readonly<Record<string, PoolField>> = {
  name: 'name',
  percentageProduction: 'percentage',
  surplusDestinationPoolName: 'destination',
  algorithm: 'algorithm',
};

/** The server's answer with the rows of the page. Sites without a group are one line together. */
export function blockersOf(blockers: readonly Blocker[], pools: readonly EditedPool[]): PoolBlocker[] {
  const outside = blockers.filter(({ key }) => key === 'pool.participantMissing');
  const found = blockers.filter((blocker) => !outside.includes(blocker)).map((blocker) => onPage(blocker, pools));
  if (outside.length === 0) return found;
  return [
    ...found,
    {
      key: 'allocation.pools.outsideCount',
      params: { smart_count: outside.length },
      participantIds: outside.flatMap(({ participantId }) => participantId ?? []),
      ofDraft: false,
    },
  ];
}

function onPage(blocker: Blocker, pools: readonly EditedPool[]): PoolBlocker {
  const { ofDraft, pool: place } = blocker;
  const pool = place === undefined ? undefined : pools[place - 1];
  const field = fieldOf(blocker);
  return { ...wordsOf(blocker, pool), ...(pool ? { poolId: pool.id } : {}), ...(field ? { field } : {}), ofDraft };
}

function fieldOf({ key, field = '' }: Blocker): PoolField | undefined {
  // A sum of groups is about their percentages.
  if (key === 'key.sumOver100') return field === 'pools' ? 'percentage' : undefined;
  return field.startsWith('pools.') ? fields[field.split('.')[2] ?? ''] : undefined;
}

/** The page says by name what is missing, and which destination a move has cleared. */
function wordsOf({ key, field, params }: Blocker, pool: EditedPool | undefined): Pick<PoolBlocker, 'key' | 'params'> {
  if (key === 'key.parametersRequired') {
    return { key: field === 'pools' ? 'allocation.pools.none' : 'allocation.method.parametersMissing', params: {} };
  }
  if (key === 'pool.destinationRequired' && pool?.lostDestination) {
    return {
      key: 'allocation.pools.destinationLost',
      params: { name: pool.name.trim(), destination: pool.lostDestination },
    };
  }
  return { key: `errors.${key}` as MessageKey, params: (params ?? {}) as Params };
}
