import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Session } from '../../api/session';
import type { DayRange } from '../../design/period';
import type { Nature, Resolution, Viewpoint } from './model';

/** Cards show their own errors, and keep the old figures while new ones are on their way. */
const quiet = { meta: { silent: true } } as const;
const steady = { ...quiet, placeholderData: keepPreviousData } as const;

const siteOf = (view: Viewpoint) => (view.kind === 'operation' ? '' : view.siteId);
const producerOf = (view: Viewpoint) =>
  view.kind === 'consumer' && view.producerId ? { producerId: view.producerId } : {};
const scopeOf = (view: Viewpoint) => (view.kind === 'producer' ? ('Producteur' as const) : ('Consommateur' as const));

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
  enabled?: boolean;
}

export function useLoadCurve(view: Viewpoint, { natures, days, resolution, enabled = true }: CurveQuestion) {
  const ofAll = view.kind === 'operation';
  const question = { nature: natures, dateFrom: days.from, dateTo: days.to, resolution };
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
