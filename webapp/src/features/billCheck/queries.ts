import { asApiError, type ProblemItem, type Schemas } from '@openpmo/sdk';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import type { DayRange } from '../../design/period';

export type Site = Schemas['Participant'];
export type Economy = Schemas['Economy'];
export type PriceConfig = Schemas['PriceConfig'];

const silent = { meta: { silent: true } } as const;

/** The sites whose bill can be checked: those of the operation that receive energy, a participant's own. */
export function useConsumers(operationId: string, own: boolean) {
  const ofPerson = api.useQuery('get', '/participants/by-jwt', {}, { ...silent, enabled: own });
  const ofOperation = api.useQuery(
    'get',
    '/operations/{operationId}/participants',
    { params: { path: { operationId } } },
    { ...silent, enabled: !own },
  );
  const sites = own
    ? ofPerson.data?.filter(({ operation }) => operation.id === operationId).map(({ participant }) => participant)
    : ofOperation.data;
  const { error, refetch } = own ? ofPerson : ofOperation;
  return { error, refetch, sites: sites?.filter((site) => site.energyType === 'consumer' || site.isProsumer) };
}

/** Days with data of a site. */
export const useDateRanges = (participantId: string) =>
  api.useQuery(
    'get',
    '/participants/{participantId}/measurements/date-ranges',
    { params: { path: { participantId } } },
    silent,
  );

/** The contract of supply of a site, with the tag that a change of it must carry. */
export function usePriceConfig(participantId: string) {
  return useQuery({
    queryKey: ['get', '/participants/{participantId}/economy/pmo-price-config', participantId],
    queryFn: async () => {
      const { data, response } = await client.GET('/participants/{participantId}/economy/pmo-price-config', {
        params: { path: { participantId } },
      });
      return { config: data, etag: response.headers.get('etag') ?? '' };
    },
    // A change must start from what the server has now.
    staleTime: 0,
    ...silent,
  });
}

/** Tells the contract of supply of a site. */
export function useSavePriceConfig(participantId: string, etag: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['PriceConfigUpdate']) => {
      await client.PUT('/participants/{participantId}/economy/pmo-price-config', {
        params: { path: { participantId }, header: { 'If-Match': etag } },
        body,
      });
    },
    onSuccess: () => forget(queries, 'economy'),
    ...silent,
  });
}

/** What a bill check came to; without a result, what it lacks. */
export type Outcome = { economy: Economy; lacks?: undefined } | { economy?: undefined; lacks: ProblemItem[] };

/** The bill check of a site. A question with invalid fields has no result, which is no failure (specification section 5). */
export function useEconomy(config: PriceConfig | undefined, period: DayRange | undefined) {
  return useQuery({
    queryKey: ['get', '/participants/{participantId}/economy/pmo', config, period],
    queryFn: async (): Promise<Outcome> => {
      if (!config || !period) throw new Error('nothing is asked');
      const { participantId, peakHourStart, offPeakHourStart, isOnTRV, version: _, updatedAt: __, ...told } = config;
      const query = {
        startDate: period.from,
        endDate: period.to,
        ...told,
        TRV: isOnTRV,
        ...(peakHourStart ? { peakStart: peakHourStart } : {}),
        ...(offPeakHourStart ? { offPeakStart: offPeakHourStart } : {}),
      };
      try {
        const { data } = await client.GET('/participants/{participantId}/economy/pmo', {
          params: { path: { participantId }, query },
        });
        if (!data) throw new Error('no answer');
        return { economy: data };
      } catch (thrown) {
        const failure = asApiError(thrown);
        if (failure?.status === 400 && failure.fields.length > 0) return { lacks: failure.fields };
        throw thrown;
      }
    },
    enabled: config !== undefined && period !== undefined,
    placeholderData: keepPreviousData,
    ...silent,
  });
}
