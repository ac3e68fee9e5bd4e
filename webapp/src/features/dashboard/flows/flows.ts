import type { FlowLink, FlowNode } from '../../../design/FlowSankey';
import type { Distribution } from '../viewpoint/viewpoint';

/** How many consumers a picture of flows names: more than twenty cannot be told apart. */
export const tops = [5, 8, 12, 16] as const;
export const usualTop = 8;

export const topOf = (asked: string | null): number => tops.find((one) => String(one) === asked) ?? usualTop;

/** The two ends that are no sites. */
export const gridId = 'grid';
export const surplusId = 'surplus';

/** Words for what has no name of its own. */
export interface FlowWords {
  grid: string;
  surplus: string;
  others: (count: number) => string;
}

type Line = { participantId?: string; name: string; others?: number };

export const producerNode = (id: string | undefined) => `from ${id ?? 'others'}`;
export const consumerNode = (id: string | undefined) => `to ${id ?? 'others'}`;

const nameOf = ({ name, others }: Line, words: FlowWords) => (others === undefined ? name : words.others(others));

/**
 * Producers and the grid at the left, consumers and the surplus at the right (domain: every inflow
 * is an outflow). What the grid brings is the complement of each consumer.
 */
export function flowsOf(
  { consumers, producers, flows }: Distribution,
  words: FlowWords,
): { nodes: FlowNode[]; links: FlowLink[] } {
  const nodes: FlowNode[] = [
    ...producers.map(
      (line): FlowNode => ({
        id: producerNode(line.participantId),
        name: nameOf(line, words),
        nature: 'Prod',
      }),
    ),
    { id: gridId, name: words.grid, nature: 'complement' },
    ...consumers.map(
      (line): FlowNode => ({
        id: consumerNode(line.participantId),
        name: nameOf(line, words),
        nature: 'Conso',
      }),
    ),
    { id: surplusId, name: words.surplus, nature: 'Surplus' },
  ];
  const known = new Set(nodes.map(({ id }) => id));
  const links = [
    ...flows.map(
      (flow): FlowLink => ({
        source: producerNode(flow.producerId),
        target: consumerNode(flow.consumerId),
        milliWh: flow.sharedMilliWh,
        nature: 'Autoconso',
      }),
    ),
    ...consumers.map(
      (line): FlowLink => ({
        source: gridId,
        target: consumerNode(line.participantId),
        milliWh: line.complementMilliWh ?? 0,
        nature: 'complement',
      }),
    ),
    ...producers.map(
      (line): FlowLink => ({
        source: producerNode(line.participantId),
        target: surplusId,
        milliWh: line.surplusMilliWh ?? 0,
        nature: 'Surplus',
      }),
    ),
  ].filter(({ source, target, milliWh }) => milliWh > 0 && known.has(source) && known.has(target));
  return { nodes, links };
}

/** The other ends of a node's flows, largest first. */
export function neighboursOf(
  id: string,
  { nodes, links }: { nodes: readonly FlowNode[]; links: readonly FlowLink[] },
): (FlowNode & { milliWh: number; by: FlowLink['nature'] })[] {
  return links
    .flatMap(({ source, target, milliWh, nature }) => {
      const other = source === id ? target : target === id ? source : undefined;
      const node = nodes.find((one) => one.id === other);
      return node ? [{ ...node, milliWh, by: nature }] : [];
    })
    .sort((a, b) => b.milliWh - a.milliWh);
}

/** What goes through a node. */
export const throughputOf = (id: string, links: readonly FlowLink[]): number =>
  links.reduce((sum, { source, target, milliWh }) => (source === id || target === id ? sum + milliWh : sum), 0);
