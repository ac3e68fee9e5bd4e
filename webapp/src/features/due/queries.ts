import type { Schemas } from '@openpmo/sdk';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { useCan } from '../../api/session';

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

/** The months of some operations whose coefficients are late or soon due; not asked by who may not read them. */
export function useCoefficientsDue(operationIds: readonly string[]) {
  const can = useCan();
  return useQuery({
    queryKey: ['get', '/energy-allocation/coefficients-due', ...operationIds],
    queryFn: () => fetchDue(operationIds),
    enabled: operationIds.length > 0 && can('coefficient:read'),
    staleTime: 60_000,
    meta: { silent: true },
  });
}
