import type { Schemas } from '@openpmo/sdk';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import type { Operation } from '../../api/operations';
import { holdsIn, useCan } from '../../api/session';

export type CoefficientsDue = Schemas['CoefficientsDue'];

/** How many operations one call asks about. */
const perCall = 100;

async function fetchDue(operationIds: readonly string[]): Promise<CoefficientsDue[]> {
  const rows: CoefficientsDue[] = [];
  for (let from = 0; from < operationIds.length; from += perCall) {
    const some = operationIds.slice(from, from + perCall);
    const { data } = await client.GET('/energy-allocation/coefficients-due', {
      params: { query: { operationIds: [...some] } },
    });
    rows.push(...(data ?? []));
  }
  return rows;
}

const dueQuery = (operationIds: readonly string[]) =>
  queryOptions({
    queryKey: ['get', '/energy-allocation/coefficients-due', ...operationIds],
    queryFn: () => fetchDue(operationIds),
    staleTime: 60_000,
    meta: { silent: true },
  });

/** Asks for what is due in one operation, where one may read it, before it is drawn. */
export const askCoefficientsDue = async (queries: QueryClient, operation: Operation) => {
  if (holdsIn(queries, operation, 'coefficient:read')) await queries.prefetchQuery(dueQuery([operation.id]));
};

/** The months of some operations whose coefficients are late or soon due; not asked by who may not read them. */
export function useCoefficientsDue(operationIds: readonly string[]) {
  const can = useCan();
  return useQuery({ ...dueQuery(operationIds), enabled: operationIds.length > 0 && can('coefficient:read') });
}
