import { downloadName, type Schemas } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../../api/client';
import { forget } from '../../../api/forget';
import { saveBlob } from '../../../design/files';

export type Seller = Schemas['EReportingSeller'];
export type Period = Schemas['EReportingPeriod'];
export type Preview = Schemas['EReportingPreview'];
export type Entry = Schemas['EReportEntry'];
export type Row = Schemas['EReportRow'];

const silent = { meta: { silent: true } } as const;
const base = '/operations/{operationId}/einvoicing/e-reporting';
const onePeriod = `${base}/{entityId}/{periodStart}` as const;

/** The legal sellers of an operation, with what of each period was reported and is to be. */
export const useSellers = (operationId: string) =>
  api.useQuery(
    'get',
    base,
    { params: { path: { operationId } } },
    {
      ...silent,
      refetchInterval: ({ state }) =>
        state.data?.some(({ periods }) => periods.some((one) => one.state === 'UNDER_WAY')) ? 10_000 : false,
    },
  );

/** A period of a seller. */
export interface PeriodPath {
  operationId: string;
  entityId: string;
  periodStart: string;
}

/** What would be reported of a period now, what is not and why. */
export const usePreview = (path: PeriodPath) => api.useQuery('get', onePeriod, { params: { path } }, silent);

/** Tells how a seller reports. The form shows the failure. */
export function useSaveSettings(operationId: string, entityId: string, version: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['EReportingSettingsUpdate']) => {
      const header = version > 0 ? { 'If-Match': `"${version}"` } : {};
      return (await client.PUT(`${base}/{entityId}`, { params: { path: { operationId, entityId }, header }, body }))
        .data;
    },
    onSuccess: () => forget(queries, 'einvoicing'),
    ...silent,
  });
}

/** Reports a period, by the platform or by hand; the failure is shown where it was asked for. */
export function useReport(path: PeriodPath) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['EReportOrder']) =>
      (await client.POST(`${onePeriod}/send`, { params: { path }, body })).data,
    onSettled: () => forget(queries, 'einvoicing'),
    ...silent,
  });
}

/** Saves the report of a period as a file. */
export function useDownloadReport(path: PeriodPath) {
  return useMutation({
    mutationFn: async () => {
      const { data, response } = await client.GET(`${onePeriod}/file`, { params: { path }, parseAs: 'blob' });
      if (data) saveBlob(data as unknown as Blob, downloadName(response, 'e-reporting.xml'));
    },
    ...silent,
  });
}
