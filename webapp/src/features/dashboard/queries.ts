import { downloadName, type Schemas } from '@openpmo/sdk';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { type Session, useConfig } from '../../api/session';
import { saveBlob } from '../../design/files';
import type { DayRange } from '../../design/period';
import type { Nature, Resolution, Viewpoint } from './viewpoint/viewpoint';

/** Cards show their own errors, and keep the old figures while new ones are on their way. */
const quiet = { meta: { silent: true } } as const;
const steady = { ...quiet, placeholderData: keepPreviousData } as const;

const siteOf = (view: Viewpoint) => (view.kind === 'operation' ? '' : view.siteId);
const producerOf = (view: Viewpoint) =>
  view.kind === 'consumer' && view.producerId ? { producerId: view.producerId } : {};
const scopeOf = (view: Viewpoint) => (view.kind === 'producer' ? ('Producteur' as const) : ('Consommateur' as const));

/** The site that is looked at and the side of it, for calls that are also about the whole operation. */
const sideOfSite = (view: Viewpoint) =>
  view.kind === 'operation' ? {} : { participantId: view.siteId, scope: scopeOf(view) };

/** The sites of the signed-in participant, with their operations. */
export const useOwnSites = (role: Session['role']) =>
  api.useQuery('get', '/participants/by-jwt', {}, { ...quiet, enabled: role === 'participant' });

/** Days with data of the operation, or of the site that is looked at. */
export function useDateRanges(view: Viewpoint) {
  const ofAll = view.kind === 'operation';
  const operation = api.useQuery(
    'get',
    '/operations/{operationId}/measurements/date-ranges',
    { params: { path: { operationId: view.operationId } } },
    { ...quiet, enabled: ofAll },
  );
  const site = api.useQuery(
    'get',
    '/participants/{participantId}/measurements/date-ranges',
    { params: { path: { participantId: siteOf(view) } } },
    { ...quiet, enabled: !ofAll },
  );
  return ofAll ? operation : site;
}

interface CurveQuestion {
  natures: Nature[];
  days: DayRange;
  resolution: Resolution;
  /** Also asks what each value is: definitive, provisional, estimated, suspect, missing. */
  quality?: boolean;
  /** Also compares the totals with those of an earlier period. */
  compare?: Schemas['Comparison'];
  enabled?: boolean;
}

export function useLoadCurve(view: Viewpoint, asked: CurveQuestion) {
  const { natures, days, resolution, quality = false, compare, enabled = true } = asked;
  const ofAll = view.kind === 'operation';
  const question = {
    nature: natures,
    dateFrom: days.from,
    dateTo: days.to,
    resolution,
    ...(quality ? { quality } : {}),
    ...(compare ? { compare } : {}),
  };
  const operation = api.useQuery(
    'get',
    '/measurements/load-curve/by-operation/{operationId}',
    { params: { path: { operationId: view.operationId }, query: question } },
    { ...steady, enabled: enabled && ofAll },
  );
  const site = api.useQuery(
    'get',
    '/measurements/load-curve/by-participant/{participantId}',
    {
      params: {
        path: { participantId: siteOf(view) },
        query: { ...question, scope: scopeOf(view), ...producerOf(view) },
      },
    },
    { ...steady, enabled: enabled && !ofAll },
  );
  return ofAll ? operation : site;
}

export function useMetrics(view: Viewpoint, days: DayRange, enabled: boolean) {
  const ofAll = view.kind === 'operation';
  const range = { dateFrom: days.from, dateTo: days.to };
  const operation = api.useQuery(
    'get',
    '/operations/{operationId}/measurements/metrics',
    { params: { path: { operationId: view.operationId }, query: { ...range, scope: 'Global' } } },
    { ...steady, enabled: enabled && ofAll },
  );
  const site = api.useQuery(
    'get',
    '/participants/{participantId}/measurements/metrics',
    {
      params: {
        path: { participantId: siteOf(view) },
        query: { ...range, scope: scopeOf(view), ...producerOf(view) },
      },
    },
    { ...steady, enabled: enabled && !ofAll },
  );
  return ofAll ? operation : site;
}

/** What local energy comes to by the subscriptions: of all, or of one consumer whoever produced it. */
export function useLocalValue(view: Viewpoint, days: DayRange, enabled: boolean) {
  const ofAll = view.kind === 'operation';
  const query = { dateFrom: days.from, dateTo: days.to };
  const operation = api.useQuery(
    'get',
    '/operations/{operationId}/economy/local-value',
    { params: { path: { operationId: view.operationId }, query } },
    { ...steady, enabled: enabled && ofAll },
  );
  const site = api.useQuery(
    'get',
    '/participants/{participantId}/economy/local-value',
    { params: { path: { participantId: siteOf(view) }, query } },
    { ...steady, enabled: enabled && !ofAll },
  );
  return ofAll ? operation : site;
}

/** Who received what; with `top`, so many lines and the rest as one. */
export function useDistribution(operationId: string, days: DayRange, top?: number, enabled = true) {
  return api.useQuery(
    'get',
    '/operations/{operationId}/distribution',
    {
      params: {
        path: { operationId },
        query: { dateFrom: days.from, dateTo: days.to, ...(top ? { top } : {}) },
      },
    },
    { ...steady, enabled },
  );
}

/** Energy by day and hour of one site, or of the operation. */
export function useHeatMap(view: Viewpoint, nature: Nature, days: DayRange) {
  return api.useQuery(
    'get',
    '/operations/{operationId}/measurements/heat-map',
    {
      params: {
        path: { operationId: view.operationId },
        query: { nature, dateFrom: days.from, dateTo: days.to, ...sideOfSite(view) },
      },
    },
    steady,
  );
}

/** Mean energy of each hour of the day. */
export function useHourProfile(view: Viewpoint, nature: Nature, days: DayRange) {
  return api.useQuery(
    'get',
    '/operations/{operationId}/measurements/hour-profile',
    {
      params: {
        path: { operationId: view.operationId },
        query: { nature, dateFrom: days.from, dateTo: days.to, ...sideOfSite(view) },
      },
    },
    steady,
  );
}

/** The sites whose data has a problem. */
export function useDataHealth(operationId: string, days: DayRange) {
  return api.useQuery(
    'get',
    '/operations/{operationId}/measurements/health',
    { params: { path: { operationId }, query: { dateFrom: days.from, dateTo: days.to } } },
    steady,
  );
}

/** What solar producers should have made by the weather; refused where there is no weather service. */
export function useExpectedProduction(operationId: string, days: DayRange) {
  return api.useQuery(
    'get',
    '/operations/{operationId}/measurements/expected-production',
    { params: { path: { operationId }, query: { dateFrom: days.from, dateTo: days.to } } },
    { ...steady, retry: false, enabled: useConfig()?.weather === true },
  );
}

/** The allocation key in force. */
export function useKeyInForce(operationId: string) {
  return api.useQuery(
    'get',
    '/energy-allocation/config/last',
    { params: { query: { operationId } } },
    { ...quiet, retry: false },
  );
}

/** How a site takes part in the sharing, in its own words. */
export function useOwnSharing(participantId: string) {
  return api.useQuery(
    'get',
    '/participants/{participantId}/sharing',
    { params: { path: { participantId } } },
    { ...quiet, retry: false },
  );
}

export interface CurveExport {
  natures: Nature[];
  days: DayRange;
  resolution: Resolution;
  format: 'csv' | 'xlsx';
}

/** Curves of the operation or of one's site as a file. */
export function useCurveExport(view: Viewpoint) {
  return useMutation({
    mutationFn: async ({ natures, days, resolution, format }: CurveExport) => {
      const query = { nature: natures, dateFrom: days.from, dateTo: days.to, resolution, format };
      const { data, response } = await client.GET('/operations/{operationId}/measurements/load-curve/download', {
        params: {
          path: { operationId: view.operationId },
          query: { ...query, ...sideOfSite(view) },
        },
        parseAs: 'blob',
      });
      if (data) saveBlob(data as Blob, downloadName(response, `curves.${format}`));
    },
  });
}
