import type { Schemas } from '@openpmo/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../api/client';

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
