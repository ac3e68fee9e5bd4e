import type { Schemas } from '@openpmo/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { forget } from '../../api/forget';

export type DataExport = Schemas['DataExport'];
export type ExportColumn = Schemas['ExportColumn'];
export type ExportResolution = Schemas['ExportResolution'];
export type ExportFormat = Schemas['ExportFormat'];
export type Nature = Schemas['Nature'];

const all = '/operations/{operationId}/exports';
const silent = { meta: { silent: true } } as const;
/** How often the list is asked while a file is being made. */
const again = 3000;

/** Whether a file is still being made. */
export const isBeingMade = ({ stage }: DataExport): boolean =>
  stage === 'STARTED' || stage === 'SLOW' || stage === 'VERY_SLOW' || stage === 'OVERDUE';

/** The exports of who looks, newest first. */
export const useExports = (operationId: string) =>
  api.useQuery(
    'get',
    all,
    { params: { path: { operationId } } },
    { ...silent, refetchInterval: ({ state }) => (state.data?.some(isBeingMade) ? again : false) },
  );

/** Asks for a file. */
export function useStartExport() {
  const queries = useQueryClient();
  return api.useMutation('post', all, { ...silent, onSuccess: () => forget(queries, 'export') });
}

/** Where the file of one lies, for who asked for it. */
export const addressOf = (operationId: string, exportId: string): string =>
  `/api/operations/${operationId}/exports/${exportId}/download`;
