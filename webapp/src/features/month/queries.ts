import type { Schemas } from '@openpmo/sdk';
import { api } from '../../api/client';

export type OperationMonth = Schemas['OperationMonth'];
export type MonthStep = Schemas['MonthStep'];
export type MonthCheck = Schemas['MonthCheck'];
export type MonthSite = Schemas['MonthSite'];

const monthsPath = '/operations/{operationId}/months';
const silent = { meta: { silent: true } } as const;

/** While work goes on by itself it is looked at each second, as a bill run is. */
const pollMs = 1000;

const isRunning = (month: OperationMonth | undefined) => month?.steps.some(({ state }) => state === 'RUNNING') ?? false;

/** Where the last months stand, newest first. */
export const useMonths = (operationId: string) =>
  api.useQuery('get', monthsPath, { params: { path: { operationId } } }, silent);

/** Where a month stands, followed while a run goes on. */
export const useMonth = (operationId: string, month: string) =>
  api.useQuery(
    'get',
    `${monthsPath}/{month}`,
    { params: { path: { operationId, month } } },
    {
      ...silent,
      staleTime: 0,
      refetchInterval: (query: { state: { data: OperationMonth | undefined } }) =>
        isRunning(query.state.data) ? pollMs : false,
    },
  );

/** The drafts that wait for their number. */
export const useDrafts = (operationId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/billing/invoices',
    { params: { path: { operationId }, query: { status: ['DRAFT'] } } },
    { ...silent, staleTime: 0 },
  );
