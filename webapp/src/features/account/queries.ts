import type { Schemas } from '@openpmo/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client';
import { forget } from '../../api/forget';

type AccountInfo = Schemas['AccountInfo'];

/** The person, with the tag that a change must carry. */
export function useAccountInfo(userId: string) {
  return useQuery({
    queryKey: ['get', '/users/{userId}/account-info', userId],
    queryFn: async (): Promise<{ info: AccountInfo | undefined; etag: string | undefined }> => {
      const { data, response } = await client.GET('/users/{userId}/account-info', { params: { path: { userId } } });
      return { info: data, etag: response.headers.get('etag') ?? undefined };
    },
    meta: { silent: true },
  });
}

/** Saves the identity; session and form both show the new name afterwards. */
export function useSaveAccountInfo(userId: string, etag: string | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['AccountInfoUpdate']) =>
      client.PUT('/users/{userId}/account-info', {
        params: { path: { userId }, header: etag ? { 'If-Match': etag } : {} },
        body,
      }),
    onSuccess: () => forget(queries, 'account'),
    meta: { silent: true },
  });
}
