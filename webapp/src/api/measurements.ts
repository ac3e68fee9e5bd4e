import type { QueryClient } from '@tanstack/react-query';
import { operationsKey } from './operations';

/** All that rests on curves is asked for anew. */
export function forgetMeasurements(queries: QueryClient): Promise<unknown> {
  const rests = (path: unknown) => typeof path === 'string' && /measurements|distribution|billing/.test(path);
  return Promise.all([
    queries.invalidateQueries({ predicate: ({ queryKey }) => rests(queryKey[1]) }),
    queries.invalidateQueries({ queryKey: operationsKey }),
  ]);
}
