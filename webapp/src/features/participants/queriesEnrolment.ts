import { downloadName, type Schemas } from '@openpmo/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import { saveBlob } from '../../design/files';

const silent = { meta: { silent: true } } as const;
const draftPath = '/operations/{operationId}/enrolment-draft';
const of = (operationId: string) => ({ params: { path: { operationId } } });

/** The plans of an operation, by name. */
export const usePlans = (operationId: string) =>
  api.useQuery('get', '/operations/{operationId}/billing/plans', of(operationId), silent);

/** What the person has filled of a newcomer and not sent. */
export const useDraft = (operationId: string) =>
  useQuery({ ...api.queryOptions('get', draftPath, of(operationId)), staleTime: 0, gcTime: 0, ...silent });

/** Keeps what is filled so far; nobody is told, for nothing is lost on screen. */
export const saveDraft = async (operationId: string, body: Schemas['EnrolmentDraftChange']): Promise<void> => {
  await client.PUT(draftPath, { ...of(operationId), body });
};

export const dropDraft = async (operationId: string): Promise<void> => {
  await client.DELETE(draftPath, of(operationId));
};

/** What adding somebody would store, or what stops it. */
export const useCheckEnrolment = (operationId: string) =>
  useMutation({
    mutationFn: async (body: Schemas['EnrolmentCreation']) => {
      const { data } = await client.POST('/operations/{operationId}/enrolments/check', { ...of(operationId), body });
      return data;
    },
    ...silent,
  });

function useForgetAll() {
  const queries = useQueryClient();
  return () => {
    forget(queries, 'participant');
    forget(queries, 'billing');
  };
}

export const useEnrol = (operationId: string) => {
  const forgetAll = useForgetAll();
  return useMutation({
    mutationFn: async (body: Schemas['EnrolmentCreation']) => {
      const { data } = await client.POST('/operations/{operationId}/enrolments', { ...of(operationId), body });
      return data;
    },
    onSuccess: forgetAll,
    ...silent,
  });
};

export interface EnrolmentChange {
  participantId: string;
  etag: string | undefined;
  body: Schemas['EnrolmentUpdate'];
}

export const useUpdateEnrolment = () => {
  const forgetAll = useForgetAll();
  return useMutation({
    mutationFn: async ({ participantId, etag, body }: EnrolmentChange) => {
      const { data } = await client.PUT('/participants/{participantId}/enrolment', {
        params: { path: { participantId }, header: etag ? { 'If-Match': etag } : {} },
        body,
      });
      return data;
    },
    // Also after a refusal: somebody else may have changed the site.
    onSettled: forgetAll,
    ...silent,
  });
};

/** What changing a site would store, or what stops it. */
export const useCheckEnrolmentUpdate = () =>
  useMutation({
    mutationFn: async ({ participantId, body }: Omit<EnrolmentChange, 'etag'>) => {
      const { data } = await client.POST('/participants/{participantId}/enrolment/check', {
        params: { path: { participantId } },
        body,
      });
      return data;
    },
    ...silent,
  });

export interface SuccessionAsked {
  participantId: string;
  etag: string | undefined;
  body: Schemas['SuccessionCreation'];
}

/** What a change of occupant would store. */
export const useCheckSuccession = () =>
  useMutation({
    mutationFn: async ({ participantId, body }: SuccessionAsked) => {
      const { data } = await client.POST('/participants/{participantId}/succession/check', {
        params: { path: { participantId } },
        body,
      });
      return data;
    },
    ...silent,
  });

/** Another one takes the meter over. */
export const useSucceed = () => {
  const forgetAll = useForgetAll();
  return useMutation({
    mutationFn: async ({ participantId, etag, body }: SuccessionAsked) => {
      const { data } = await client.POST('/participants/{participantId}/succession', {
        params: { path: { participantId }, header: etag ? { 'If-Match': etag } : {} },
        body,
      });
      return data;
    },
    onSettled: forgetAll,
    ...silent,
  });
};

/** A file of changes of occupant: looked at, or made as a whole. */
export const useSuccessions = (operationId: string, dryRun: boolean) => {
  const forgetAll = useForgetAll();
  return useMutation({
    mutationFn: async ({ file, addZeros }: { file: File; addZeros: boolean }) => {
      const form = new FormData();
      form.append('file', file);
      const { data } = await client.POST('/operations/{operationId}/successions/import', {
        params: { path: { operationId }, query: { dryRun, ...(addZeros ? { addZeros } : {}) } },
        body: { file: '' },
        bodySerializer: () => form,
      });
      return data;
    },
    onSettled: () => {
      if (!dryRun) forgetAll();
    },
    ...silent,
  });
};

/** A file of changes of occupant with what is wrong beside each line, to be mended and sent again. */
export const useAnnotateMoves = (operationId: string) =>
  useMutation({
    mutationFn: async ({ file, addZeros }: { file: File; addZeros: boolean }) => {
      const form = new FormData();
      form.append('file', file);
      const { data, response } = await client.POST('/operations/{operationId}/successions/import/annotate', {
        params: { path: { operationId }, query: addZeros ? { addZeros } : {} },
        body: { file: '' },
        bodySerializer: () => form,
        parseAs: 'blob',
      });
      if (data) saveBlob(data as unknown as Blob, downloadName(response, 'a_corriger.xlsx'));
    },
  });

/** A file of clients of invoices: looked at, or taken in as a whole. */
export const useClientsFile = (operationId: string, dryRun: boolean) => {
  const forgetAll = useForgetAll();
  return useMutation({
    mutationFn: async ({ file, addZeros }: { file: File; addZeros: boolean }) => {
      const form = new FormData();
      form.append('file', file);
      const { data } = await client.POST('/operations/{operationId}/clients/import', {
        params: { path: { operationId }, query: { dryRun, ...(addZeros ? { addZeros } : {}) } },
        body: { file: '' },
        bodySerializer: () => form,
      });
      return data;
    },
    onSettled: () => {
      if (!dryRun) forgetAll();
    },
    ...silent,
  });
};
