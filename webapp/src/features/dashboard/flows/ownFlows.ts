import type { FlowLink, FlowNode } from '../../../design/FlowSankey';
import type { Essentials } from '../essentials/essentials';
import { gridId, surplusId } from './flows';

/** The ends of one's own flows that are no sites. */
export const meId = 'me';
export const localId = 'local';
export const unknownId = 'unknown';
export const sharedId = 'shared';

export interface OwnFlowWords {
  me: string;
  local: string;
  grid: string;
  unknown: string;
  shared: string;
  surplus: string;
}

/**
 * One's own energy with oneself in the middle: what came in from all producers and from the grid, and
 * what went out, shared or as surplus. The energies are those of the sentence.
 */
export function ownFlows(
  { used, made }: { used?: Essentials | undefined; made?: Essentials | undefined },
  words: OwnFlowWords,
): { nodes: FlowNode[]; links: FlowLink[] } {
  const nodes: FlowNode[] = [
    { id: localId, name: words.local, nature: 'Autoconso' },
    { id: gridId, name: words.grid, nature: 'complement' },
    { id: unknownId, name: words.unknown, nature: 'Conso' },
    { id: meId, name: words.me, nature: used ? 'Conso' : 'Prod' },
    { id: sharedId, name: words.shared, nature: 'Autoconso' },
    { id: surplusId, name: words.surplus, nature: 'Surplus' },
  ];
  const links: FlowLink[] = [
    { source: localId, target: meId, milliWh: used?.shared ?? 0, nature: 'Autoconso' },
    { source: gridId, target: meId, milliWh: used?.rest ?? 0, nature: 'complement' },
    { source: unknownId, target: meId, milliWh: used?.unknown ?? 0, nature: 'Conso' },
    { source: meId, target: sharedId, milliWh: made?.shared ?? 0, nature: 'Autoconso' },
    { source: meId, target: surplusId, milliWh: made?.rest ?? 0, nature: 'Surplus' },
  ];
  return { nodes, links: links.filter(({ milliWh }) => milliWh > 0) };
}
