import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client';

/** A month of the address, where it is one. */
export const monthIn = (asked: string | null) => (asked && /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : undefined);

export const balanceQuery = (participantId: string, month: string | undefined) =>
  api.queryOptions(
    'get',
    '/participants/{participantId}/measurements/balance',
    { params: { path: { participantId }, query: month ? { month } : {} } },
    { meta: { silent: true } },
  );

/** A month of a site with its year, of all producers together; without a month the one that the server takes. */
export const useSiteBalance = (participantId: string, month: string | undefined) =>
  useQuery({ ...balanceQuery(participantId, month), placeholderData: (before) => before });
