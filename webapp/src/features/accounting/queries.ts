import { downloadName, type Schemas } from '@openpmo/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import { saveBlob } from '../../design/files';

export type Seller = Schemas['Seller'];
export type JournalExport = Schemas['JournalExport'];
export type SellerAccounts = Schemas['SellerAccounts'];
export type SellerAccountsUpdate = Schemas['SellerAccountsUpdate'];

const silent = { meta: { silent: true } } as const;

/** A seller of an operation, as every call of this page names it. */
export interface SellerPath {
  operationId: string;
  entityId: string;
}

/** The legal sellers of an operation, with what is new of them. */
export const useSellers = (operationId: string) =>
  api.useQuery('get', '/operations/{operationId}/billing/sellers', { params: { path: { operationId } } }, silent);

const accountsPath = '/operations/{operationId}/billing/billing-entities/{entityId}/accounts';

/** By what a seller books, with the version that a change names. */
export const useSellerAccounts = (path: SellerPath) =>
  useQuery({
    queryKey: ['get', accountsPath, path],
    queryFn: async () => {
      const { data, response } = await client.GET(accountsPath, { params: { path } });
      return { accounts: data as SellerAccounts, etag: response.headers.get('ETag') ?? '' };
    },
    ...silent,
  });

function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => forget(queries, 'journal') });
}

/** Tells accounts over those that were read. The form shows the failure. */
export function useSaveAccounts(path: SellerPath, etag: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: SellerAccountsUpdate) =>
      (await client.PUT(accountsPath, { params: { path, header: { 'If-Match': etag } }, body })).data,
    onSuccess: () => forget(queries, 'journal'),
    ...silent,
  });
}

const exportsPath = '/operations/{operationId}/billing/billing-entities/{entityId}/journal-exports';

/** What was handed over of a seller, the last first. */
export const useJournalExports = (path: SellerPath) => api.useQuery('get', exportsPath, { params: { path } }, silent);

function save(data: unknown, response: Response, name: string) {
  if (data) saveBlob(data as Blob, downloadName(response, name));
}

async function saveExport(path: SellerPath, journalExportId: string) {
  const { data, response } = await client.GET(`${exportsPath}/{journalExportId}`, {
    params: { path: { ...path, journalExportId } },
    parseAs: 'blob',
  });
  save(data, response, 'journal.txt');
}

/** Hands over what is new, up to a day or all of it, and saves the file. */
export const useExportJournal = (path: SellerPath) =>
  useChange(async (until: string) => {
    const { data } = await client.POST(exportsPath, { params: { path }, body: until ? { until } : {} });
    if (data) await saveExport(path, data.id);
    return data;
  });

/** Saves the file of an export again, as it was handed over. */
export const useDownloadExport = (path: SellerPath) =>
  useMutation({ mutationFn: (journalExportId: string) => saveExport(path, journalExportId) });

export const formats = ['fec', 'csv', 'xlsx'] as const;

/** Which days of issue, in which form. */
export interface JournalQuestion {
  dateFrom: string;
  dateTo: string;
  format: (typeof formats)[number];
}

/** Saves the journal of some days; what is new stays new. */
export const useDownloadJournal = (path: SellerPath) =>
  useMutation({
    mutationFn: async (query: JournalQuestion) => {
      const { data, response } = await client.GET(
        '/operations/{operationId}/billing/billing-entities/{entityId}/journal',
        { params: { path, query }, parseAs: 'blob' },
      );
      save(data, response, 'journal.txt');
    },
  });

const locksPath = '/operations/{operationId}/billing/billing-entities/{entityId}/month-locks';

/** The closed months of a seller, the last first. */
export const useMonthLocks = (path: SellerPath) => api.useQuery('get', locksPath, { params: { path } }, silent);

/** Closes a month of a seller. */
export const useLockMonth = (path: SellerPath) =>
  useChange(async (month: string) => (await client.POST(locksPath, { params: { path }, body: { month } })).data);

/** Opens a month again. */
export const useUnlockMonth = (path: SellerPath) =>
  useChange(async (month: string) => {
    await client.DELETE(`${locksPath}/{month}`, { params: { path: { ...path, month } } });
  });

const cutOffPath = '/operations/{operationId}/billing/cut-off';

/** What a seller had delivered on a day and not invoiced by then. */
export const useCutOff = ({ operationId, entityId }: SellerPath, date: string) =>
  api.useQuery(
    'get',
    cutOffPath,
    { params: { path: { operationId }, query: { date, billingEntityId: entityId } } },
    { ...silent, enabled: date !== '' },
  );

/** The same as a file; a workbook has the entries that book it. */
export function useDownloadCutOff({ operationId, entityId }: SellerPath, date: string) {
  return useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const { data, response } = await client.GET(`${cutOffPath}/download`, {
        params: { path: { operationId }, query: { date, billingEntityId: entityId, format } },
        parseAs: 'blob',
      });
      save(data, response, `cut-off.${format}`);
    },
  });
}
