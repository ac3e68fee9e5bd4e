import { downloadName } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../../api/client';
import { forget } from '../../../api/forget';
import { saveBlob } from '../../../design/files';

const coefficientsPath = '/operations/{operationId}/energy-allocation/coefficients';
const silent = { meta: { silent: true } } as const;

/** The months of a period, newest first, each with its coefficients. */
export const useCoefficientMonths = (operationId: string, period: { dateFrom: string; dateTo: string }) =>
  api.useQuery('get', coefficientsPath, { params: { path: { operationId }, query: period } }, silent);

function useForgetSets() {
  const queries = useQueryClient();
  return () => forget(queries, 'allocation');
}

/** Makes the coefficients of a month; what is wrong with its curves comes back as a refusal. */
export const useMakeSet = () => api.useMutation('post', coefficientsPath, { ...silent, onSuccess: useForgetSets() });

/** Records that a set was sent, acknowledged, refused or applied. */
export const useRecordStep = () =>
  api.useMutation('post', `${coefficientsPath}/{setId}/steps`, { ...silent, onSettled: useForgetSets() });

/** Saves a file for the operator under the name that the operator expects. */
export function useDownloadFile(operationId: string) {
  return useMutation({
    mutationFn: async ({ setId, fileName }: { setId: string; fileName: string }) => {
      const { data, response } = await client.GET(`${coefficientsPath}/{setId}/files/{fileName}`, {
        params: { path: { operationId, setId, fileName } },
        parseAs: 'blob',
      });
      if (data) saveBlob(data as unknown as Blob, downloadName(response, fileName));
    },
  });
}

function formOf(files: readonly File[], dryRun = false): FormData {
  const form = new FormData();
  for (const file of files) form.append('files', file, file.name);
  if (dryRun) form.set('dryRun', 'true');
  return form;
}

/** Reads files back and compares them with a set; nothing is stored. */
export function useCheckFiles(operationId: string) {
  return useMutation({
    mutationFn: async ({ setId, files }: { setId: string; files: readonly File[] }) => {
      const { data } = await client.POST(`${coefficientsPath}/{setId}/check`, {
        params: { path: { operationId, setId } },
        body: { files: files.map(({ name }) => name) },
        bodySerializer: () => formOf(files),
      });
      return data;
    },
    ...silent,
  });
}

/** Takes coefficient files in as those of their month, or only looks at them. */
export function useImportFiles(operationId: string) {
  const forget = useForgetSets();
  return useMutation({
    mutationFn: async ({ files, dryRun }: { files: readonly File[]; dryRun: boolean }) => {
      const { data } = await client.POST(`${coefficientsPath}/import`, {
        params: { path: { operationId } },
        body: { files: files.map(({ name }) => name) },
        bodySerializer: () => formOf(files, dryRun),
      });
      return data;
    },
    onSuccess: (_data, { dryRun }) => (dryRun ? undefined : forget()),
    ...silent,
  });
}
