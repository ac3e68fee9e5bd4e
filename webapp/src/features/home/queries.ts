import type { Schemas } from '@openpmo/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../api/client';

export type AlertCounts = Schemas['AlertCounts'];
export type MonthLine = Schemas['MonthLine'];
export type MonthStep = Schemas['MonthStep'];

/** Where a month stands in all operations, the most urgent first; without a month, the last that is over. */
export const useMonthLines = (month: string | undefined) =>
  api.useQuery(
    'get',
    '/months',
    { params: { query: month ? { month } : {} } },
    { meta: { silent: true }, placeholderData: keepPreviousData },
  );

export type ExtentLine = Schemas['OperationExtentLine'];

/** So many are asked for at once. */
const mostMeasured = 100;

/** How far apart the sites of operations lie and how much they can make, for who may read sites. */
export const useExtents = (operationIds: readonly string[], may: boolean) =>
  api.useQuery(
    'get',
    '/extents',
    { params: { query: { operationIds: [...operationIds].sort().slice(0, mostMeasured) } } },
    { meta: { silent: true }, enabled: may && operationIds.length > 0, placeholderData: keepPreviousData },
  );

/** How many alerts each operation has, for who may read them. */
export const useAlertCounts = (may: boolean) =>
  api.useQuery('get', '/alerts/counts', {}, { meta: { silent: true }, enabled: may });
