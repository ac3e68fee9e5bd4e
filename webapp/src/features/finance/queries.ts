import { downloadName, type Schemas } from '@openpmo/sdk';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import { saveBlob } from '../../design/files';
import type { DayRange } from '../../design/period';

export type Statement = Schemas['FinanceStatement'];
export type Line = Schemas['FinanceLine'];
export type FinanceMonth = Schemas['FinanceMonth'];
export type Monitoring = Schemas['FinanceMonitoring'];
export type Projected = Schemas['ProjectedMonth'];
export type Affectation = Schemas['Affectation'];
export type AffectationCreation = Schemas['AffectationCreation'];
export type SurplusPrice = Schemas['SurplusPrice'];
export type SurplusPriceCreation = Schemas['SurplusPriceCreation'];

const silent = { meta: { silent: true } } as const;
const shown = { ...silent, placeholderData: keepPreviousData } as const;

const at = (operationId: string, period: DayRange) => ({
  path: { operationId },
  query: { dateFrom: period.from, dateTo: period.to },
});

/** Days with data of an operation. */
export const useDateRanges = (operationId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/measurements/date-ranges',
    { params: { path: { operationId } } },
    silent,
  );

/** What consumers spent. */
export function useExpenses(operationId: string, period: DayRange, assumeTRV: boolean) {
  const params = at(operationId, period);
  return api.useQuery(
    'get',
    '/operations/{operationId}/finance/expense',
    { params: { ...params, query: { ...params.query, assumeTRV } } },
    shown,
  );
}

/** What producers earned. */
export const useIncome = (operationId: string, period: DayRange) =>
  api.useQuery('get', '/operations/{operationId}/finance/income', { params: at(operationId, period) }, shown);

/** Both over time, and three years ahead. */
export const useMonitoring = (operationId: string, period: DayRange) =>
  api.useQuery('get', '/operations/{operationId}/finance/monitoring', { params: at(operationId, period) }, shown);

const amountsPath = '/operations/{operationId}/finance/affectations';

/** The amounts assigned on some days, the last first. */
export const useAffectations = (operationId: string, period: DayRange) =>
  api.useQuery('get', amountsPath, { params: at(operationId, period) }, shown);

/** What producers get for their surplus. */
export const useSurplusPrices = (operationId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/finance/surplus-prices',
    { params: { path: { operationId } } },
    silent,
  );

/** Who may bear an amount: the sites of the operation. */
export const useSites = (operationId: string) =>
  api.useQuery('get', '/operations/{operationId}/participants', { params: { path: { operationId } } }, silent);

/** Assigns an amount, or changes one over the version that was read. The form shows the failure. */
export function useSaveAffectation(operationId: string, stored: Affectation | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ participantId, ...body }: AffectationCreation) => {
      if (!stored) {
        const created = participantId ? { ...body, participantId } : body;
        await client.POST(amountsPath, { params: { path: { operationId } }, body: created });
        return;
      }
      await client.PUT(`${amountsPath}/{affectationId}`, {
        params: {
          path: { operationId, affectationId: stored.id },
          header: { 'If-Match': `"${stored.version}"` },
        },
        body: { ...body, participantId: participantId ?? null },
      });
    },
    onSuccess: () => forget(queries, 'finance'),
    ...silent,
  });
}

/** Takes an amount away, as it was read. */
export function useRemoveAffectation(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, version }: Affectation) => {
      await client.DELETE(`${amountsPath}/{affectationId}`, {
        params: { path: { operationId, affectationId: id }, header: { 'If-Match': `"${version}"` } },
      });
    },
    onSettled: () => forget(queries, 'finance'),
  });
}

/** Tells what a producer gets. The form shows the failure. */
export function useTellSurplusPrice(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: SurplusPriceCreation) => {
      await client.POST('/operations/{operationId}/finance/surplus-prices', {
        params: { path: { operationId } },
        body,
      });
    },
    onSuccess: () => forget(queries, 'finance'),
    ...silent,
  });
}

/** Takes a price away. */
export function useRemoveSurplusPrice(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (surplusPriceId: string) => {
      await client.DELETE('/operations/{operationId}/finance/surplus-prices/{surplusPriceId}', {
        params: { path: { operationId, surplusPriceId } },
      });
    },
    onSettled: () => forget(queries, 'finance'),
  });
}

export interface FileQuestion {
  statement: Schemas['FinanceTable'];
  format: 'csv' | 'xlsx';
  assumeTRV?: boolean;
}

/** Saves a statement as a table. */
export const useDownloadFinances = (operationId: string, period: DayRange) =>
  useMutation({
    mutationFn: async (asked: FileQuestion) => {
      const params = at(operationId, period);
      const { data, response } = await client.GET('/operations/{operationId}/finance/download', {
        params: { ...params, query: { ...params.query, ...asked } },
        parseAs: 'blob',
      });
      if (data) saveBlob(data as unknown as Blob, downloadName(response, `finance.${asked.format}`));
    },
  });
