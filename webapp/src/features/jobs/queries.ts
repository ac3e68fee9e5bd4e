import type { Schemas } from '@openpmo/sdk';
import { api } from '../../api/client';

export type OwnJob = Schemas['OwnJob'];

/** The jobs that one has asked for: looked at again while one goes on. */
export function useOwnJobs() {
  return api.useQuery(
    'get',
    '/jobs',
    {},
    {
      refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'PENDING') ? 1500 : false),
      meta: { silent: true },
    },
  );
}
