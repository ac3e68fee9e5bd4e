import { useQueryClient } from '@tanstack/react-query';
import { api } from './client';

/** Chooses how much of an operation one is shown; the operations are read anew, nothing else changes. */
export function useChooseView() {
  const queries = useQueryClient();
  return api.useMutation('put', '/operations/{operationId}/view', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['get', '/operations', 'of-session'] }),
  });
}
