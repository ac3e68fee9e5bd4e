import type { Schemas } from '@openpmo/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../../api/client';
import type { DayRange } from '../../../design/period';

export type SupplierBill = Schemas['SupplierBill'];

/** What the supplier of a site should bill of some days, beside what it billed. */
export const useSupplierBill = (participantId: string, period: DayRange | undefined, billed: number | undefined) =>
  api.useQuery(
    'get',
    '/participants/{participantId}/economy/supplier-bill',
    {
      params: {
        path: { participantId },
        query: {
          startDate: period?.from ?? '',
          endDate: period?.to ?? '',
          ...(billed === undefined ? {} : { billedMilliWh: billed }),
        },
      },
    },
    { enabled: period !== undefined, placeholderData: keepPreviousData, meta: { silent: true } },
  );
