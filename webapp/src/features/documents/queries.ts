import { ApiError, downloadName, type Schemas } from '@openpmo/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import { saveBlob } from '../../design/files';

export type Doc = Schemas['Document'];
export type Version = Schemas['DocumentVersion'];
export type Sharing = Schemas['DocumentSharing'];
export type Share = Schemas['DocumentShare'];
export type DocumentLink = Schemas['DocumentLink'];
export type Uploaded = Schemas['UploadedDocument'];

const all = '/operations/{operationId}/documents';
const one = `${all}/{documentId}` as const;
const silent = { meta: { silent: true } } as const;

/** The word of the contract for what is in no folder. */
export const top = 'top';

/** All folders and documents that one may read: the tree is made of them here. */
export const useDocuments = (operationId: string) =>
  api.useQuery('get', all, { params: { path: { operationId } } }, silent);

/** What was put into the trash. */
export const useTrash = (operationId: string) =>
  api.useQuery('get', all, { params: { path: { operationId }, query: { trashed: true } } }, silent);

/** A document with its versions. */
export const useDocument = (operationId: string, documentId: string) =>
  api.useQuery('get', one, { params: { path: { operationId, documentId } } }, silent);

/** Who may read it, and the links to it. */
export const useSharing = (operationId: string, documentId: string) =>
  api.useQuery('get', `${one}/shares`, { params: { path: { operationId, documentId } } }, silent);

/** The sites of the operation, to share with. */
export const useSites = (operationId: string) =>
  useQuery(
    api.queryOptions('get', '/operations/{operationId}/participants', { params: { path: { operationId } } }, silent),
  );

function useForgetDocuments() {
  const queries = useQueryClient();
  return () => forget(queries, 'library');
}

export const useCreateFolder = () =>
  api.useMutation('post', '/operations/{operationId}/folders', { ...silent, onSuccess: useForgetDocuments() });

export const useChange = () => api.useMutation('put', one, { ...silent, onSuccess: useForgetDocuments() });

export const useToTrash = () => api.useMutation('delete', one, { ...silent, onSuccess: useForgetDocuments() });

export const useRestore = () =>
  api.useMutation('post', `${one}/restore`, { ...silent, onSuccess: useForgetDocuments() });

export const usePurge = () => api.useMutation('post', `${one}/purge`, { onSuccess: useForgetDocuments() });

export const useEmptyTrash = () => api.useMutation('post', `${all}/empty-trash`, { onSuccess: useForgetDocuments() });

export const useShare = () => api.useMutation('post', `${one}/shares`, { onSuccess: useForgetDocuments() });

export const useUnshare = () =>
  api.useMutation('delete', `${one}/shares/{shareId}`, { onSuccess: useForgetDocuments() });

export const useCreateLink = () =>
  api.useMutation('post', `${one}/links`, { ...silent, onSuccess: useForgetDocuments() });

export const useRevokeLink = () =>
  api.useMutation('delete', `${one}/links/{linkId}`, { onSuccess: useForgetDocuments() });

/** Where a PDF or a picture is shown from. */
export const previewPath = (operationId: string, documentId: string, version?: number) =>
  `/api/operations/${operationId}/documents/${documentId}/preview${version ? `?version=${version}` : ''}`;

/** Saves a document, or one of its versions, under the name that the server gives it. */
export const useDownload = (operationId: string) =>
  useMutation({
    mutationFn: async ({ doc, version }: { doc: Doc; version?: number }) => {
      const { data, response } = await client.GET(`${one}/download`, {
        params: { path: { operationId, documentId: doc.id }, query: version ? { version } : {} },
        parseAs: 'blob',
      });
      if (data) saveBlob(data as unknown as Blob, downloadName(response, doc.name));
    },
  });

/** Saves documents and folders as one archive. */
export const useArchive = (operationId: string) =>
  useMutation({
    mutationFn: async (documentIds: string[]) => {
      const { data, response } = await client.GET(`${all}/download-zip`, {
        params: { path: { operationId }, query: { documentIds } },
        parseAs: 'blob',
      });
      if (data) saveBlob(data as unknown as Blob, downloadName(response, 'documents.zip'));
    },
  });

/** What stops an upload, and what tells how far it is, from 0 to 1. */
export interface UploadWatch {
  signal: AbortSignal;
  onProgress: (part: number) => void;
}

/**
 * Keeps a file in a folder. The browser tells how much has gone out only through the older of its two
 * ways to ask a server.
 */
export function uploadFile(operationId: string, folderId: string, file: File, watch: UploadWatch): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    if (folderId) form.append('folderId', folderId);
    form.append('files', file);
    const request = new XMLHttpRequest();
    request.open('POST', `/api/operations/${operationId}/documents`);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => watch.onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const reply: unknown = request.response;
      if (request.status === 200 && Array.isArray(reply)) resolve(reply[0] as Uploaded);
      else reject(new ApiError(request.status, (reply ?? undefined) as Schemas['Problem'] | undefined));
    };
    request.onerror = () => reject(new ApiError(0));
    request.onabort = () => reject(new ApiError(0));
    watch.signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
