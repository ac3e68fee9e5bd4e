import type { Schemas } from '@openpmo/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { forget } from '../../api/forget';

export type SetupList = Schemas['SetupList'];
export type SetupStep = Schemas['SetupStep'];

const silent = { meta: { silent: true } } as const;

/** What comes before any operation. */
export const useServerSetup = () => api.useQuery('get', '/setup', {}, silent);

/** What an operation still needs; asked by those who may do it. */
export const useOperationSetup = (operationId: string, enabled: boolean) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/setup',
    { params: { path: { operationId } } },
    { ...silent, enabled, staleTime: 0 },
  );

/** Changes who runs an operation. */
export const useUpdatePmo = () => {
  const queries = useQueryClient();
  return api.useMutation('put', '/operations/{operationId}', {
    ...silent,
    onSuccess: () => forget(queries, 'operation'),
  });
};
