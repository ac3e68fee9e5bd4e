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

/** How many alerts each operation has, for who may read them. */
export const useAlertCounts = (may: boolean) =>
  api.useQuery('get', '/alerts/counts', {}, { meta: { silent: true }, enabled: may });
