import Box from '@mui/material/Box';
import { type ReactNode, useDeferredValue } from 'react';

interface AfterFirstProps {
  /** Room that is kept until then, in pixels or as styles say it; none is needed for what moves nothing when it comes. */
  height?: number | string;
  children: ReactNode;
}

/**
 * What a page is read without: drawn in a second step, right after what stands above it, and without stopping
 * whoever already presses something. A first visit on a slow machine then shows its text before its pictures.
 */
export function AfterFirst({ height, children }: AfterFirstProps) {
  const drawn = useDeferredValue(true, false);
  if (drawn) return children;
  return height === undefined ? null : <Box sx={{ minHeight: height }} />;
}
