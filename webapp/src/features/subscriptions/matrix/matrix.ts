import { consumes, produces, type Site } from '../../parties/parties';
import type { Subscription } from '../queries';
import { type Pair, stateOf } from '../subscriptions';

/** Who sells: a producer, or the operation, which sells without naming one. */
export interface Seller {
  /** Absent: the operation. */
  producerId?: string;
  name?: string;
}

/** A consumer and a seller: what binds them today, what begins later. Neither, and not `apart`: nothing is billed. */
export interface Cell {
  active?: Subscription;
  upcoming?: Subscription;
  /** Nothing is looked for here: a site and itself, or a consumer who buys from the operation. */
  apart: boolean;
}

export interface MatrixRow {
  consumerId: string;
  name: string;
  dsoId?: string;
  /** One for each seller, in their order. */
  cells: Cell[];
}

export interface SubscriptionMatrix {
  sellers: Seller[];
  rows: MatrixRow[];
}

export const isHole = ({ active, upcoming, apart }: Cell): boolean => !active && !upcoming && !apart;

const key = (consumerId: string | undefined, producerId: string | undefined) => `${consumerId} ${producerId ?? ''}`;

/**
 * Consumers by sellers, both by name: sites that take part on a day or later, and those that somebody
 * is still subscribed with. The operation is a seller where somebody buys from it.
 */
export function matrixOf(
  subscriptions: readonly Subscription[],
  sites: readonly Site[],
  today: string,
  locale: string,
): SubscriptionMatrix {
  const lasting = subscriptions.filter((one) => stateOf(one) !== 'ended');
  const byPair = new Map<string, Pick<Cell, 'active' | 'upcoming'>>();
  for (const one of lasting) {
    const pair = key(one.consumerId, one.producerId);
    byPair.set(pair, { ...byPair.get(pair), [stateOf(one)]: one });
  }
  const present = sites.filter(
    ({ activationRange: { entry, exit } }) => entry !== undefined && (exit === undefined || exit >= today),
  );
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const named = (
    of: (site: Site) => boolean,
    bound: (one: Subscription) => [string | undefined, string | undefined],
  ) => {
    const names = new Map(present.filter(of).map(({ id, name }) => [id, name]));
    for (const one of lasting) {
      const [id, name] = bound(one);
      if (id && !names.has(id)) names.set(id, name ?? '');
    }
    return [...names].sort(([, a], [, b]) => collator.compare(a, b));
  };
  const producers = named(produces, (one) => [one.producerId, one.producerName]);
  const consumers = named(consumes, (one) => [one.consumerId, one.consumerName]);
  const operationSells = lasting.some(({ producerId }) => !producerId);
  const sellers: Seller[] = [
    ...(operationSells ? [{}] : []),
    ...producers.map(([producerId, name]) => ({ producerId, name })),
  ];
  const numbers = new Map(sites.map(({ id, dsoId }) => [id, dsoId]));
  const rows = consumers.map(([consumerId, name]): MatrixRow => {
    const ofOperation = byPair.has(key(consumerId, undefined));
    const cells = sellers.map(({ producerId }): Cell => {
      const found = byPair.get(key(consumerId, producerId));
      const apart = producerId === undefined ? !found : producerId === consumerId || ofOperation;
      return { ...found, apart: !found && apart };
    });
    const dsoId = numbers.get(consumerId);
    return { consumerId, name, cells, ...(dsoId ? { dsoId } : {}) };
  });
  return { sellers, rows };
}

/** A pair of which there is no subscription yet, with the names to call it by. */
export type NamedPair = Pair & { consumerName?: string; producerName?: string };

/** The pairs of some rows that nothing binds. */
export const holesOf = ({ sellers }: SubscriptionMatrix, rows: readonly MatrixRow[]): NamedPair[] =>
  rows.flatMap((row) =>
    row.cells.flatMap((cell, at) => {
      const seller = sellers[at];
      return seller && isHole(cell) ? [pairOf(row, seller)] : [];
    }),
  );

export const pairOf = (row: MatrixRow, { producerId, name }: Seller): NamedPair => ({
  consumerId: row.consumerId,
  consumerName: row.name,
  ...(producerId ? { producerId } : {}),
  ...(name ? { producerName: name } : {}),
});
