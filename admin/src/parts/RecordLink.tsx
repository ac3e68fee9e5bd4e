import MuiLink from '@mui/material/Link';
import type { ReactNode } from 'react';
import { type Identifier, useCreatePath, useResourceContext } from 'react-admin';
import { Link } from 'react-router';

interface RecordLinkProps {
  /** The list's own when absent. */
  resource?: string;
  id: Identifier;
  type: 'edit' | 'show';
  children: ReactNode;
}

/** A real link to a record: keyboard, new tab and screen readers included. */
export function RecordLink({ resource, id, type, children }: RecordLinkProps) {
  const own = useResourceContext();
  const createPath = useCreatePath();
  return (
    <MuiLink component={Link} to={createPath({ resource: resource ?? own ?? '', type, id })}>
      {children}
    </MuiLink>
  );
}
