import type { ImportProblem } from './imports';

/** One message, and the other sites of which the same is said. */
export interface Alike {
  first: ImportProblem;
  others: string[];
}

/** What of a message says whom it is about, or where that stands. */
const about = new Set(['name', 'value', 'row', 'rows', 'participantId', 'dsoId']);

const siteOf = ({ params }: ImportProblem): string | undefined => {
  const { name, value } = (params ?? {}) as { name?: unknown; value?: unknown };
  return typeof name === 'string' && name !== '' ? name : typeof value === 'string' ? value : undefined;
};

/** Messages that differ by their site alone are one, in the order of their first; others stay by themselves. */
export function alike(messages: readonly ImportProblem[]): Alike[] {
  const found = new Map<string, Alike>();
  for (const [at, message] of messages.entries()) {
    const { key, field, params } = message;
    const site = siteOf(message);
    const rest = Object.entries(params ?? {}).filter(([name]) => !about.has(name));
    // What names no site is about the file itself.
    const same = site === undefined ? `alone ${at}` : JSON.stringify([key, field, rest]);
    const known = found.get(same);
    if (!known) found.set(same, { first: message, others: [] });
    else if (site !== undefined && site !== siteOf(known.first) && !known.others.includes(site))
      known.others.push(site);
  }
  return [...found.values()];
}
