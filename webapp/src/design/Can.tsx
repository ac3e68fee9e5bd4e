import type { ReactNode } from 'react';
import { useCan } from '../api/session';

export interface CanProps {
  /** A permission, or several of which one is enough. */
  permission: string | readonly string[];
  children: ReactNode;
  fallback?: ReactNode;
}

/** Shows its children only to those who hold the permission. The server decides all the same. */
export function Can({ permission, children, fallback = null }: CanProps) {
  const can = useCan();
  const wanted = typeof permission === 'string' ? [permission] : permission;
  return wanted.some(can) ? children : fallback;
}
