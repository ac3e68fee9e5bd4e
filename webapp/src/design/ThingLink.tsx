import MuiLink from '@mui/material/Link';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pageOf, type Thing, thingPath } from '../api/addresses';
import { useOperation } from '../api/operations';
import { useCan } from '../api/session';

/** Tells whether the page of a kind of thing opens here, for who looks. */
export function useOpens(): (thing: Thing) => boolean {
  const can = useCan();
  const { features } = useOperation();
  return (thing) => {
    const { permission, feature } = pageOf(thing);
    return can(permission) && (feature === undefined || features.includes(feature));
  };
}

interface ThingLinkProps {
  thing: Thing;
  /** Absent where it is not known which one it is: then only the name is shown. */
  id: string | undefined;
  /** Words of the address, as `from=2026-10-01&to=2026-10-01` of a site. */
  query?: string;
  children: ReactNode;
  sx?: SxProps<Theme>;
}

/** The name of a thing, which leads to its page; only the name for who may not open it. */
export function ThingLink({ thing, id, query, children, sx }: ThingLinkProps) {
  const { id: operationId } = useOperation();
  const opens = useOpens();
  if (!id || !opens(thing)) return <>{children}</>;
  return (
    <MuiLink
      component={Link}
      to={thingPath(operationId, thing, id) + (query ? `?${query}` : '')}
      underline="hover"
      {...(sx ? { sx } : {})}
    >
      {children}
    </MuiLink>
  );
}
