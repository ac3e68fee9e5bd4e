import { downloadName, type Schemas } from '@openpmo/sdk';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import { saveBlob } from '../../design/files';

const silent = { meta: { silent: true } } as const;

const participantsQuery = (operationId: string) =>
  api.queryOptions('get', '/operations/{operationId}/participants', { params: { path: { operationId } } }, silent);

/** Every site of an operation, by folder status and name. */
export const useParticipants = (operationId: string) => useQuery(participantsQuery(operationId));

export const askParticipants = (queries: QueryClient, { id }: { id: string }) =>
  queries.prefetchQuery(participantsQuery(id));

/** Who observes an operation; only organizers may ask. */
export const useObservers = (operationId: string, enabled: boolean) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/observers',
    { params: { path: { operationId } } },
    { ...silent, enabled },
  );

/** One site with the tag that a change of it must carry. */
export function useParticipant(participantId: string) {
  return useQuery({
    queryKey: ['get', '/participants/{participantId}', participantId],
    queryFn: async () => {
      const { data, response } = await client.GET('/participants/{participantId}', {
        params: { path: { participantId } },
      });
      return { site: data, etag: response.headers.get('etag') ?? undefined };
    },
    // A change must start from what the server has now.
    staleTime: 0,
    ...silent,
  });
}

function useForgetSites() {
  const queries = useQueryClient();
  return () => forget(queries, 'participant');
}

export function useAddParticipant(operationId: string) {
  const forgetSites = useForgetSites();
  return useMutation({
    mutationFn: async (body: Schemas['ParticipantCreation']) => {
      const { data } = await client.POST('/operations/{operationId}/participants', {
        params: { path: { operationId } },
        body,
      });
      return data;
    },
    onSuccess: forgetSites,
    ...silent,
  });
}

export interface Change {
  participantId: string;
  etag: string | undefined;
  body: Schemas['ParticipantUpdate'];
}

export function useUpdateParticipant() {
  const forgetSites = useForgetSites();
  return useMutation({
    mutationFn: async ({ participantId, etag, body }: Change) => {
      const { data } = await client.PUT('/participants/{participantId}', {
        params: { path: { participantId }, header: etag ? { 'If-Match': etag } : {} },
        body,
      });
      return data;
    },
    // Also after a refusal: somebody else may have changed the site.
    onSettled: forgetSites,
    ...silent,
  });
}

export interface RecordedAnswer {
  participantId: string;
  etag: string | undefined;
  body: Schemas['DsoAnswer'];
}

export function useRecordAnswer() {
  const forgetSites = useForgetSites();
  return useMutation({
    mutationFn: async ({ participantId, etag, body }: RecordedAnswer) => {
      const { data } = await client.POST('/participants/{participantId}/dso-answer/record', {
        params: { path: { participantId }, header: etag ? { 'If-Match': etag } : {} },
        body,
      });
      return data;
    },
    onSettled: forgetSites,
    ...silent,
  });
}

/** Sends again the mail that a site waits for. */
export function useSendAccountMail(participantId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      client.POST('/participants/{participantId}/account-mail/send', { params: { path: { participantId } } }),
    onSuccess: () => forget(queries, 'participant'),
  });
}

/** The sites that stand as a workbook, to be changed and taken in again. */
export const filledTemplate = (operationId: string): string =>
  `/api/operations/${operationId}/participants/import/template`;

/** A perimeter file; `addZeros` puts back the zeros that a spreadsheet has cut. */
export interface PerimeterFile {
  file: File;
  addZeros: boolean;
}

async function sendFile(operationId: string, { file, addZeros }: PerimeterFile, dryRun: boolean) {
  const form = new FormData();
  form.append('file', file);
  const { data } = await client.POST('/operations/{operationId}/participants/import', {
    params: { path: { operationId }, query: { dryRun, ...(addZeros ? { addZeros } : {}) } },
    body: { file: '' },
    bodySerializer: () => form,
  });
  return data;
}

/** Checks a perimeter file; nothing is stored. */
export function useCheckFile(operationId: string) {
  return useMutation({ mutationFn: (file: PerimeterFile) => sendFile(operationId, file, true), ...silent });
}

/** A perimeter file with what is wrong beside each row, to be mended and sent again. */
export function useAnnotateFile(operationId: string) {
  return useMutation({
    mutationFn: async ({ file, addZeros }: PerimeterFile) => {
      const form = new FormData();
      form.append('file', file);
      const { data, response } = await client.POST('/operations/{operationId}/participants/import/annotate', {
        params: { path: { operationId }, query: addZeros ? { addZeros } : {} },
        body: { file: '' },
        bodySerializer: () => form,
        parseAs: 'blob',
      });
      if (data) saveBlob(data as unknown as Blob, downloadName(response, 'a_corriger.xlsx'));
    },
  });
}

/** Removes sites for good that never took part; what became of each. */
export function useDeleteSites(operationId: string) {
  const forgetSites = useForgetSites();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (ids: string[]) => {
      const { data } = await client.POST('/operations/{operationId}/participants/delete', {
        params: { path: { operationId } },
        body: { ids },
      });
      return data?.results ?? [];
    },
    onSettled: () => {
      forgetSites();
      forget(queries, 'billing');
    },
    ...silent,
  });
}

/** Asks the grid operator who takes part, and says what would change, or takes it over. */
export function useSyncSites(operationId: string, dryRun: boolean) {
  const forgetSites = useForgetSites();
  return useMutation({
    mutationFn: async () =>
      (
        await client.POST('/operations/{operationId}/participants/sync', {
          params: { path: { operationId }, query: { dryRun } },
        })
      ).data,
    onSuccess: () => {
      if (!dryRun) forgetSites();
    },
    ...silent,
  });
}

/** Takes a perimeter file over: all its lines or none. */
export function useImportFile(operationId: string) {
  const forgetSites = useForgetSites();
  return useMutation({
    mutationFn: (file: PerimeterFile) => sendFile(operationId, file, false),
    onSuccess: forgetSites,
    ...silent,
  });
}
