import type { ProblemItem, Schemas } from '@openpmo/sdk';

type Subscription = Schemas['Subscription'];
export type Pair = Schemas['SubscriptionPair'];

export const states = ['active', 'upcoming', 'ended'] as const;
export type State = (typeof states)[number];

/** Where a subscription stands today, as the catalogue and the filter say it. */
export const stateOf = ({ status }: Pick<Subscription, 'status'>): State => stateOfStatus[status];

const stateOfStatus = { ACTIVE: 'active', UPCOMING: 'upcoming', ENDED: 'ended' } as const satisfies Record<
  Subscription['status'],
  State
>;

/** Names one pair, whichever of its sides there are. */
export const pairKey = ({ consumerId, producerId }: Pair): string => `${consumerId ?? ''} ${producerId ?? ''}`;

/** Who sells; where nobody does, producers are paid for what they share. */
export type Seller = 'producers' | 'operation' | 'none';

/** Every consumer with every producer; consumers alone when the operation is the seller, producers alone when they are paid. */
export function pairsOf(consumerIds: readonly string[], producerIds: readonly string[], seller: Seller): Pair[] {
  if (seller === 'none') return producerIds.map((producerId) => ({ producerId }));
  if (seller === 'operation') return consumerIds.map((consumerId) => ({ consumerId }));
  return consumerIds.flatMap((consumerId) => producerIds.map((producerId) => ({ consumerId, producerId })));
}

/** The later subscriptions of the same pair, which a deletion takes along. */
export const laterOf = ({ laterIds = [] }: Subscription, all: readonly Subscription[]): Subscription[] =>
  laterIds.flatMap((id) => all.find((other) => other.id === id) ?? []);

/** A refused pair with its reason; the row counts pairs from 1. */
export interface Refusal {
  pair: Pair | undefined;
  consumerName: string | undefined;
  producerName: string | undefined;
  problem: ProblemItem;
}

export function refusalsOf(items: readonly ProblemItem[], pairs: readonly Pair[]): Refusal[] {
  return items.map((problem) => {
    const name = (key: string) => {
      const value = problem.params?.[key];
      return typeof value === 'string' ? value : undefined;
    };
    return {
      pair: problem.row ? pairs[problem.row - 1] : undefined,
      consumerName: name('consumerName'),
      producerName: name('producerName'),
      problem,
    };
  });
}

/** The pairs that were not refused. */
export function withoutRefused(pairs: readonly Pair[], refusals: readonly Refusal[]): Pair[] {
  const refused = new Set(refusals.flatMap(({ pair }) => (pair ? [pairKey(pair)] : [])));
  return pairs.filter((pair) => !refused.has(pairKey(pair)));
}

/** Consumers that no subscription of today or later covers, by id. */
export function withoutPlan(consumerIds: readonly string[], subscriptions: readonly Subscription[]): string[] {
  const covered = new Set(subscriptions.filter((one) => stateOf(one) !== 'ended').map(({ consumerId }) => consumerId));
  return consumerIds.filter((id) => !covered.has(id));
}
