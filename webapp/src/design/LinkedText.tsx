import { Fragment, type ReactNode } from 'react';
import type { Thing } from '../api/addresses';
import { ThingLink } from './ThingLink';

interface NamedThing {
  thing: Thing;
  id: string | undefined;
  name: string;
}

/** A sentence in which the names of things lead to their pages: each where it stands first. */
export function LinkedText({ text, names }: { text: string; names: readonly NamedThing[] }) {
  const parts: ReactNode[] = [];
  let rest = text;
  const open = names.filter(({ name }) => name !== '');
  while (open.length > 0) {
    const places = open.map(({ name }) => rest.indexOf(name));
    const first = Math.min(...places.filter((at) => at >= 0));
    if (!Number.isFinite(first)) break;
    const [found] = open.splice(places.indexOf(first), 1);
    if (!found) break;
    parts.push(
      rest.slice(0, first),
      <ThingLink thing={found.thing} id={found.id}>
        {found.name}
      </ThingLink>,
    );
    rest = rest.slice(first + found.name.length);
  }
  return (
    <>
      {[...parts, rest].map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no identity but their place
        <Fragment key={at}>{part}</Fragment>
      ))}
    </>
  );
}
