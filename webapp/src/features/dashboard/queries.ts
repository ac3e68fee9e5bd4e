import { downloadName, type Schemas } from '@openpmo/sdk';
import { keepPreviousData, type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { type Operation, ownSitesQuery } from '../../api/operations';
import { holdsIn, type Session, useConfig } from '../../api/session';
import { saveBlob } from '../../design/files';
import { choosePeriod, type DayRange, dataBounds } from '../../design/period';
import {
  displayOf,
  fitting,
  type Nature,
  naturesOf,
  type Resolution,
  resolutionOf,
  type Viewpoint,
} from './viewpoint/viewpoint';

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
export const useOwnSites = (role: Session['role']) => useQuery({ ...ownSitesQuery(), enabled: role === 'participant' });

const rangesQuery = (operationId: string) =>
  api.queryOptions(
    'get',
    '/operations/{operationId}/measurements/date-ranges',
    { params: { path: { operationId } } },
    quiet,
  );

/** What a curve is asked for. */
const curveAsked = ({ natures, days, resolution, quality = false, compare }: CurveQuestion) => ({
  nature: natures,
  dateFrom: days.from,
  dateTo: days.to,
  resolution,
  ...(quality ? { quality } : {}),
  ...(compare ? { compare } : {}),
});

const curveQuery = (operationId: string, asked: CurveQuestion) =>
  api.queryOptions(
    'get',
    '/measurements/load-curve/by-operation/{operationId}',
    { params: { path: { operationId }, query: curveAsked(asked) } },
    quiet,
  );

const metricsQuery = (operationId: string, { from, to }: DayRange) =>
  api.queryOptions(
    'get',
    '/operations/{operationId}/measurements/metrics',
    { params: { path: { operationId }, query: { dateFrom: from, dateTo: to, scope: 'Global' } } },
    quiet,
  );

const healthQuery = (operationId: string, { from, to }: DayRange) =>
  api.queryOptions(
    'get',
    '/operations/{operationId}/measurements/health',
    { params: { path: { operationId }, query: { dateFrom: from, dateTo: to } } },
    quiet,
  );

const localValueQuery = (operationId: string, { from, to }: DayRange) =>
  api.queryOptions(
    'get',
    '/operations/{operationId}/economy/local-value',
    { params: { path: { operationId }, query: { dateFrom: from, dateTo: to } } },
    quiet,
  );

/** Asks for what stands at the top of the dashboard of an operation: problems, figures and curve of the period. */
export async function askDashboard(
  queries: QueryClient,
  operation: Operation,
  { from, to, display, step }: Partial<Record<'from' | 'to' | 'display' | 'step', string>>,
) {
  const { id, features, functionalities } = operation;
  const days = choosePeriod(
    { from: from ?? null, to: to ?? null },
    dataBounds(await queries.fetchQuery(rangesQuery(id))),
  );
  if (!days) return;
  const natures = naturesOf('operation', functionalities.includes('ACI') && displayOf(display ?? null) !== 'ACC');
  const resolution = fitting(resolutionOf(step ?? null), days);
  await Promise.all([
    queries.prefetchQuery(healthQuery(id, days)),
    features.includes('billCheck') &&
      holdsIn(queries, operation, 'finance:read') &&
      queries.prefetchQuery(localValueQuery(id, days)),
    features.includes('metrics') && queries.prefetchQuery(metricsQuery(id, days)),
    queries.prefetchQuery(curveQuery(id, { natures, days, resolution, quality: true })),
  ]);
}

/** Days with data of the operation, or of the site that is looked at. */
export function useDateRanges(view: Viewpoint) {
  const ofAll = view.kind === 'operation';
  const operation = useQuery({ ...rangesQuery(view.operationId), enabled: ofAll });
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
  const { enabled = true } = asked;
  const ofAll = view.kind === 'operation';
  const operation = useQuery({
    ...curveQuery(view.operationId, asked),
    placeholderData: keepPreviousData,
    enabled: enabled && ofAll,
  });
  const site = api.useQuery(
    'get',
    '/measurements/load-curve/by-participant/{participantId}',
    {
      params: {
        path: { participantId: siteOf(view) },
        query: { ...curveAsked(asked), scope: scopeOf(view), ...producerOf(view) },
      },
    },
    { ...steady, enabled: enabled && !ofAll },
  );
  return ofAll ? operation : site;
}

export function useMetrics(view: Viewpoint, days: DayRange, enabled: boolean) {
  const ofAll = view.kind === 'operation';
  const range = { dateFrom: days.from, dateTo: days.to };
  const operation = useQuery({
    ...metricsQuery(view.operationId, days),
    placeholderData: keepPreviousData,
    enabled: enabled && ofAll,
  });
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
  const operation = useQuery({
    ...localValueQuery(view.operationId, days),
    placeholderData: keepPreviousData,
    enabled: enabled && ofAll,
  });
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
  return useQuery({ ...healthQuery(operationId, days), placeholderData: keepPreviousData });
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
