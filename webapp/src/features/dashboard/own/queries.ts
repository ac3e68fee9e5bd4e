import { api } from '../../../api/client';

/** A month of a site with its year, of all producers together; without a month the one that the server takes. */
export const useSiteBalance = (participantId: string, month: string | undefined) =>
  api.useQuery(
    'get',
    '/participants/{participantId}/measurements/balance',
    { params: { path: { participantId }, query: month ? { month } : {} } },
    { meta: { silent: true }, placeholderData: (before) => before },
  );
