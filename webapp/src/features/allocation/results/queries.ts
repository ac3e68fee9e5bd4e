import type { Schemas } from '@openpmo/sdk';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { api, client } from '../../../api/client';
import { forget } from '../../../api/forget';
import type { DayRange } from '../../../design/period';

/** Cards show their own errors, and keep the old figures while new ones are on their way. */
const quiet = { meta: { silent: true } } as const;
const steady = { ...quiet, placeholderData: keepPreviousData } as const;

const matrixPath = '/operations/{operationId}/energy-allocation/matrix';
const driftPath = '/operations/{operationId}/energy-allocation/drift';
const explanationPath = '/operations/{operationId}/energy-allocation/explanation';
const of = (operationId: string) => ({ path: { operationId } });
const daysOf = ({ from, to }: DayRange) => ({ dateFrom: from, dateTo: to });

/** Days with data of the operation. */
export const useDateRanges = (operationId: string) =>
  api.useQuery('get', '/operations/{operationId}/measurements/date-ranges', { params: of(operationId) }, quiet);

/** What each consumer had of each producer. */
export const useMatrix = (operationId: string, days: DayRange) =>
  api.useQuery('get', matrixPath, { params: { ...of(operationId), query: daysOf(days) } }, steady);

/** Our figures against the operator's; without a threshold, that of the settings. */
export const useDrift = (operationId: string, days: DayRange, threshold: number | undefined) =>
  api.useQuery(
    'get',
    driftPath,
    {
      params: {
        ...of(operationId),
        query: { ...daysOf(days), ...(threshold === undefined ? {} : { threshold }) },
      },
    },
    steady,
  );

/** Consumption and production of one day at the step of its meters: the instants that can be explained. */
export const useDayCurve = (operationId: string, day: string | undefined) =>
  api.useQuery(
    'get',
    '/measurements/load-curve/by-operation/{operationId}',
    {
      params: {
        ...of(operationId),
        query: { nature: ['Conso', 'Prod'], dateFrom: day ?? '', dateTo: day ?? '', resolution: 'raw' },
      },
    },
    { ...quiet, enabled: day !== undefined },
  );

/** Consumption and production of some days, a value a day: a gap of any site makes a gap. */
export const useDailyCurve = (operationId: string, days: DayRange) =>
  api.useQuery(
    'get',
    '/measurements/load-curve/by-operation/{operationId}',
    {
      params: {
        ...of(operationId),
        query: { nature: ['Conso', 'Prod'], ...daysOf(days), resolution: 'day' },
      },
    },
    quiet,
  );

export interface Question {
  at: string | undefined;
  participantId: string | undefined;
  /** A draft or another version; absent = the key in force then. */
  configId: string | undefined;
}

/** How one step was shared. */
export const useExplanation = (operationId: string, { at, participantId, configId }: Question) =>
  api.useQuery(
    'get',
    explanationPath,
    {
      params: {
        ...of(operationId),
        query: {
          at: at ?? '',
          ...(participantId ? { participantId } : {}),
          ...(configId ? { configId } : {}),
        },
      },
    },
    { ...steady, enabled: at !== undefined },
  );

/** What another key would have given. It changes nothing, though it is a POST. */
export function useSimulation(operationId: string) {
  return useMutation({
    mutationFn: async (body: Schemas['AllocationSimulation']) => {
      const { data } = await client.POST('/operations/{operationId}/energy-allocation/simulations', {
        params: of(operationId),
        body,
      });
      return data;
    },
    ...quiet,
  });
}

/** Shares days again by the keys in force then; answers with a job. */
export function useStartReplay(operationId: string) {
  return useMutation({
    mutationFn: async ({ days, verify }: { days: DayRange; verify: boolean }) => {
      const { data } = await client.POST('/operations/{operationId}/energy-allocation/replays', {
        params: of(operationId),
        body: { ...daysOf(days), ...(verify ? { verify } : {}) },
      });
      return data;
    },
    ...quiet,
  });
}

/** What another key makes different is asked for anew. */
export function useForgetResults(): () => Promise<unknown> {
  const queries = useQueryClient();
  return useCallback(() => forget(queries, 'allocation'), [queries]);
}

const jobPollMs = 1000;

/** A job, asked again until it is done; then the figures that rest on it are. */
export function useReplayJob(jobId: string | undefined) {
  const forget = useForgetResults();
  const job = api.useQuery(
    'get',
    '/jobs/{jobId}',
    { params: { path: { jobId: jobId ?? '' } } },
    {
      ...quiet,
      enabled: jobId !== undefined,
      staleTime: 0,
      refetchInterval: (query) =>
        query.state.status !== 'error' && (query.state.data?.status ?? 'PENDING') === 'PENDING' ? jobPollMs : false,
    },
  );
  const done = job.data !== undefined && job.data.status !== 'PENDING';
  useEffect(() => {
    if (done) void forget();
  }, [done, forget]);
  return job;
}
