import type { Schemas } from '@openpmo/sdk';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import type { DayRange } from '../../design/period';

export type Invoice = Schemas['Invoice'];
export type Subscription = Schemas['Subscription'];
export type HistoryEntry = Schemas['HistoryEntry'];
export type HistoryKind = Schemas['HistoryKind'];

const silent = { meta: { silent: true } } as const;
const invoicesPath = '/operations/{operationId}/billing/invoices';
const ofSitePath = '/participants/{participantId}/billing/invoices';
const historyPath = '/operations/{operationId}/history';

const totalOf = (response: Response) => Number(response.headers.get('total-count') ?? 0);

/** How a site came in and left, and why its status is what it is. */
export const useSiteTimeline = (participantId: string) =>
  api.useQuery('get', '/participants/{participantId}/timeline', { params: { path: { participantId } } }, silent);

const historyRows = 20;

/** What became of a thing, newest first, a page at a time. */
export function useHistory(operationId: string, objectKind: HistoryKind, objectId: string) {
  return useInfiniteQuery({
    queryKey: ['get', historyPath, operationId, objectKind, objectId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data, response } = await client.GET(historyPath, {
        params: {
          path: { operationId },
          query: { objectKind, objectId, limit: historyRows, ...(pageParam ? { cursor: pageParam } : {}) },
        },
        signal,
      });
      return {
        entries: data ?? [],
        total: totalOf(response),
        next: response.headers.get('next-cursor') ?? undefined,
      };
    },
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    ...silent,
  });
}

/** What lines of a history are to be; what is absent leaves all. */
export interface HistoryFilter {
  about: string | undefined;
  how: HistoryEntry['how'] | undefined;
  actorId: string | undefined;
  dateFrom: string | undefined;
  dateTo: string | undefined;
}

/** What became of an operation, newest first, by pages. */
export function useOperationHistory(operationId: string, filter: HistoryFilter) {
  const { about, ...rest } = filter;
  const asked = Object.fromEntries(Object.entries(rest).filter(([, value]) => value)) as Partial<typeof rest>;
  return useInfiniteQuery({
    queryKey: ['get', historyPath, operationId, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data, response } = await client.GET(historyPath, {
        params: {
          path: { operationId },
          query: {
            ...(about && { about: [about] }),
            ...(asked as { how?: HistoryEntry['how']; actorId?: string; dateFrom?: string; dateTo?: string }),
            limit: journalRows,
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        signal,
      });
      return {
        entries: data ?? [],
        total: totalOf(response),
        next: response.headers.get('next-cursor') ?? undefined,
      };
    },
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    ...silent,
  });
}

/** How many lines of a journal are asked for at once. */
const journalRows = 100;

/** Whose invoices are listed on a page. */
export type InvoicesOf =
  | { siteId: string }
  | { billableEntityId: string }
  | { billingEntityId: string }
  | { planId: string };

/** So many of the newest are read: they are counted and summed, and the first few are shown. */
export const invoicesRead = 100;

export function useInvoicesOf(operationId: string, of: InvoicesOf, enabled: boolean) {
  return useQuery({
    queryKey: ['get', 'siteId' in of ? ofSitePath : invoicesPath, 'of', operationId, of],
    queryFn: async ({ signal }) => {
      const limit = invoicesRead;
      const { data, response } =
        'siteId' in of
          ? await client.GET(ofSitePath, {
              params: { path: { participantId: of.siteId }, query: { limit } },
              signal,
            })
          : await client.GET(invoicesPath, { params: { path: { operationId }, query: { ...of, limit } }, signal });
      return { rows: data ?? [], total: totalOf(response) };
    },
    enabled,
    ...silent,
  });
}

/** The invoices between an issuer and a client, oldest first: those before and after one of them. */
export const usePairInvoices = (operationId: string, of: Invoice) =>
  api.useQuery(
    'get',
    invoicesPath,
    {
      params: {
        path: { operationId },
        query: {
          billingEntityId: of.billingEntity.id,
          billableEntityId: of.billableEntity.id,
          type: [of.type],
          sort: ['periodStart', 'createdAt'],
        },
      },
    },
    silent,
  );

/** The subscriptions of a site. */
export const useSubscriptionsOfSite = (participantId: string, enabled: boolean) =>
  api.useQuery(
    'get',
    '/participants/{participantId}/billing/subscriptions',
    { params: { path: { participantId } } },
    { ...silent, enabled },
  );

/** Every subscription of an operation, of which a page picks its own. */
export const useSubscriptions = (operationId: string, enabled = true) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/billing/subscriptions',
    { params: { path: { operationId } } },
    { ...silent, enabled },
  );

/** So many ids go into one address. */
const idsAtMost = 100;

/** Some sites of an operation, by name. */
export const useSitesOf = (operationId: string, ids: readonly string[]) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/participants',
    {
      params: {
        path: { operationId },
        query: { sort: ['name'], ...(ids.length <= idsAtMost ? { ids: [...ids] } : {}) },
      },
    },
    { ...silent, enabled: ids.length > 0 },
  );

export const useClient = (operationId: string, entityId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/billing/billable-entities/{entityId}',
    { params: { path: { operationId, entityId } } },
    silent,
  );

export const useIssuer = (operationId: string, entityId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/billing/billing-entities/{entityId}',
    { params: { path: { operationId, entityId } } },
    silent,
  );

export const usePlan = (operationId: string, planId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/billing/plans/{planId}',
    { params: { path: { operationId, planId } } },
    silent,
  );

const importPollMs = 1000;

/** One import, followed while it lasts. */
export const useImport = (operationId: string, importId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/measurements/imports/{importId}',
    { params: { path: { operationId, importId } } },
    { ...silent, refetchInterval: ({ state: { data } }) => (data?.status === 'STARTED' ? importPollMs : false) },
  );

/** Days of which a site has data. */
export const useSiteRanges = (participantId: string) =>
  api.useQuery(
    'get',
    '/participants/{participantId}/measurements/date-ranges',
    { params: { path: { participantId } } },
    silent,
  );

export type Scope = 'Consommateur' | 'Producteur';

const steady = { ...silent, placeholderData: keepPreviousData } as const;

/** The curve of a side of a site. */
export const useSiteCurve = (participantId: string, scope: Scope, days: DayRange | undefined) =>
  api.useQuery(
    'get',
    '/measurements/load-curve/by-participant/{participantId}',
    {
      params: {
        path: { participantId },
        query: {
          nature: scope === 'Producteur' ? ['Prod', 'Surplus'] : ['Conso', 'Autoconso'],
          dateFrom: days?.from ?? '',
          dateTo: days?.to ?? '',
          resolution: 'auto',
          quality: true,
          scope,
        },
      },
    },
    { ...steady, enabled: days !== undefined },
  );

/** The energies and rates of a side of a site; where the operator has none they come with the curve. */
export const useSiteMetrics = (participantId: string, scope: Scope, days: DayRange | undefined, enabled: boolean) =>
  api.useQuery(
    'get',
    '/participants/{participantId}/measurements/metrics',
    {
      params: { path: { participantId }, query: { dateFrom: days?.from ?? '', dateTo: days?.to ?? '', scope } },
    },
    { ...steady, enabled: enabled && days !== undefined },
  );
