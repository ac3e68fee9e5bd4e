import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useState } from 'react';

interface HeldProps {
  /** What stands above and may still come is known. */
  until: boolean;
  children: ReactNode;
}

/**
 * What stands below something that may still come: it asks and is laid out, but is not shown before, so that
 * nothing moves that somebody reads. Once shown it stays.
 */
export function Held({ until, children }: HeldProps) {
  const [shown, setShown] = useState(until);
  useEffect(() => {
    if (until) setShown(true);
  }, [until]);
  return <Box sx={{ visibility: shown || until ? 'inherit' : 'hidden' }}>{children}</Box>;
}
