import type { Schemas } from '@openpmo/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import { useCan, useSession } from '../../api/session';

export type ParticipantColumn = Schemas['ParticipantColumn'];

const silent = { meta: { silent: true }, staleTime: 300_000 } as const;

const columnsQuery = (userId: string) =>
  api.queryOptions('get', '/users/{userId}/participant-columns', { params: { path: { userId } } }, silent);

/** The columns that the reader chose, in the order of the table; none where nothing was chosen, or nobody can. */
export function useChosenColumns() {
  const { id } = useSession();
  const choice = useQuery({ ...columnsQuery(id), enabled: useCan()('columnChoice:read') });
  return { chosen: choice.data?.columns ?? [], available: choice.data?.available ?? [] };
}

/** Keeps other columns, or leaves them to the screen again; what is shown does not wait for the server. */
export function useChooseColumns() {
  const { id } = useSession();
  const queries = useQueryClient();
  const { queryKey } = columnsQuery(id);
  return useMutation({
    // One after the other: who ticks fast sees the last choice, and the server keeps it.
    scope: { id: 'participant-columns' },
    mutationFn: async (columns: ParticipantColumn[]) => {
      const params = { path: { userId: id } };
      if (columns.length > 0) return client.PUT('/users/{userId}/participant-columns', { params, body: { columns } });
      return client.DELETE('/users/{userId}/participant-columns', { params });
    },
    onMutate: async (columns) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (before) => before && { ...before, columns });
    },
    // What is shown is what was kept; where it was not, the server is asked what it has.
    onError: () => forget(queries, 'account'),
  });
}
