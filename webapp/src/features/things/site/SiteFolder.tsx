import Card from '@mui/material/Card';
import type { ReactNode } from 'react';

/** The sections of a site, one below the other on one card. */
export function SiteFolder({ children }: { children: ReactNode }) {
  return <Card sx={{ p: 2 }}>{children}</Card>;
}
