import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';

const silent = { meta: { silent: true } } as const;

/** Colours of an operation. */
interface Colours {
  primary: string;
  secondary: string;
}

/** What the last of several changes was, some time after it. */
function useSettled(value: Colours, wait: number): Colours {
  const [settled, setSettled] = useState(value);
  const { primary, secondary } = value;
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ primary, secondary }), wait);
    return () => clearTimeout(timer);
  }, [primary, secondary, wait]);
  return settled;
}

/** Asks the server whether colours would be taken, once the hand rests; a refusal proposes the nearest that are. */
export function useTriedTheme(operationId: string, colours: Colours, enabled: boolean) {
  const settled = useSettled(colours, 250);
  const resting = settled.primary === colours.primary && settled.secondary === colours.secondary;
  return api.useQuery(
    'put',
    '/operations/{operationId}/theme',
    { params: { path: { operationId }, query: { dryRun: true } }, body: settled },
    { ...silent, enabled: enabled && resting, retry: false, gcTime: 0 },
  );
}

/** Changes the colours of an operation for all its users. */
export function useSaveTheme() {
  const queries = useQueryClient();
  return api.useMutation('put', '/operations/{operationId}/theme', {
    ...silent,
    onSuccess: () => forget(queries, 'operation', '/operations/{operationId}/theme'),
  });
}

/** Sets the logo of an operation. */
export function useUploadLogo(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    ...silent,
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append('file', file);
      return client.POST('/operations/{operationId}/upload-logo', {
        params: { path: { operationId } },
        body: { file: '' },
        bodySerializer: () => form,
      });
    },
    onSuccess: () => forget(queries, 'operation'),
  });
}

/** Goes without a logo. */
export function useRemoveLogo(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await client.DELETE('/operations/{operationId}/logo', { params: { path: { operationId } } });
    },
    onSuccess: () => forget(queries, 'operation', '/operations/{operationId}/presigned-logo'),
  });
}

/** Changes an operation. */
export function useUpdateOperation() {
  const queries = useQueryClient();
  return api.useMutation('put', '/operations/{operationId}', {
    ...silent,
    onSuccess: () => forget(queries, 'operation'),
  });
}

/** How far apart the sites lie and how much the producers can make, beside what the law allows. */
export const useExtent = (operationId: string) =>
  api.useQuery('get', '/operations/{operationId}/extent', { params: { path: { operationId } } }, silent);
