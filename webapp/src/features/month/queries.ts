import type { Schemas } from '@openpmo/sdk';
import { type QueryClient, useQuery } from '@tanstack/react-query';
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

const monthsQuery = (operationId: string) =>
  api.queryOptions('get', monthsPath, { params: { path: { operationId } } }, silent);

const monthQuery = (operationId: string, month: string) =>
  api.queryOptions(
    'get',
    `${monthsPath}/{month}`,
    { params: { path: { operationId, month } } },
    { ...silent, staleTime: pollMs },
  );

/** Asks where the last months stand. */
export const askMonths = (queries: QueryClient, operationId: string) => queries.prefetchQuery(monthsQuery(operationId));

/** Where the last months stand, newest first. */
export const useMonths = (operationId: string) => useQuery(monthsQuery(operationId));

/** The last month that is over. */
export const latestOf = <M extends { state: Schemas['MonthState'] }>(months: readonly M[]): M | undefined =>
  months.find(({ state }) => state !== 'IN_PROGRESS') ?? months[0];

export const pathOf = (operationId: string, month: string) => `/pmo/operations/${operationId}/month/${month}`;

/** Asks for the month of the address; without one, for the last that is over, to which the page leads. */
export async function askMonth(
  queries: QueryClient,
  { id: operationId }: { id: string },
  { month }: { month?: string | undefined },
  open: (step: MonthStep['kind']) => Promise<unknown>,
) {
  const asked = month ?? latestOf(await queries.fetchQuery(monthsQuery(operationId)))?.month;
  if (!asked) return undefined;
  const { next, state } = await queries.fetchQuery(monthQuery(operationId, asked));
  if (next && state === 'OPEN') await open(next.step);
  return month ? undefined : pathOf(operationId, asked);
}

/** Where a month stands, followed while a run goes on. */
export const useMonth = (operationId: string, month: string) =>
  useQuery({
    ...monthQuery(operationId, month),
    refetchInterval: ({ state }) => (isRunning(state.data) ? pollMs : false),
  });

/** The drafts that wait for their number. */
export const useDrafts = (operationId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/billing/invoices',
    { params: { path: { operationId }, query: { status: ['DRAFT'] } } },
    { ...silent, staleTime: 0 },
  );
