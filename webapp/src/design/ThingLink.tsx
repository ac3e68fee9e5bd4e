import type { ReactNode } from 'react';
import { pageOf, type Thing, thingPath } from '../api/addresses';
import { useOperation } from '../api/operations';
import { useHeld } from '../api/session';
import { PlainLink } from './PlainLink';

/** Reports whether the page of a kind of thing opens here, for who looks. */
export function useOpens(): (thing: Thing) => boolean {
  const holds = useHeld();
  const { features } = useOperation();
  return (thing) => {
    const { permission, feature } = pageOf(thing);
    return holds(permission) && (feature === undefined || features.includes(feature));
  };
}

interface ThingLinkProps {
  thing: Thing;
  /** Absent where it is not known which one it is: then only the name is shown. */
  id: string | undefined;
  /** Words of the address, as `from=2026-10-01&to=2026-10-01` of a site. */
  query?: string;
  /** Classes of `rows.css` beside that of a link. */
  className?: string;
  /** The whole of a name that a row cuts. */
  title?: string;
  children: ReactNode;
}

/** The name of a thing, which leads to its page; only the name for who may not open it. */
export function ThingLink({ thing, id, query, className, title, children }: ThingLinkProps): ReactNode {
  const { id: operationId } = useOperation();
  const opens = useOpens();
  if (!id || !opens(thing)) {
    return className ? (
      <span className={className} title={title}>
        {children}
      </span>
    ) : (
      children
    );
  }
  return (
    <PlainLink
      to={thingPath(operationId, thing, id) + (query ? `?${query}` : '')}
      className={className ? `link ${className}` : 'link'}
      title={title}
    >
      {children}
    </PlainLink>
  );
}
