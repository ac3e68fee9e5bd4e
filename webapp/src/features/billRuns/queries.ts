import type { Schemas } from '@openpmo/sdk';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client';
import { forget } from '../../api/forget';

export type BillRun = Schemas['BillRun'];
export type BillRunSummary = Schemas['BillRunSummary'];
export type BillRunCheck = Schemas['BillRunCheck'];
export type Invoice = Schemas['Invoice'];

const runPath = '/operations/{operationId}/billing/run';
const checkPath = '/operations/{operationId}/billing/run/check';
const invoicesPath = '/operations/{operationId}/billing/invoices';
const silent = { meta: { silent: true } } as const;

/** Each second, as the specification asks. */
export const pollMs = 1000;

/** A run is asked for again as long as something of it is pending. */
export const isPending = (run: BillRun | null | undefined): boolean =>
  run != null && (run.status === 'PENDING' || run.progress.pending > 0);

const poll = {
  refetchInterval: (query: { state: { data: BillRun | null | undefined } }) =>
    isPending(query.state.data) ? pollMs : false,
} as const;

/** The latest run, followed while it lasts; `none` when there was none yet. */
export function useLastRun(operationId: string) {
  const run = api.useQuery(
    'get',
    `${runPath}/last`,
    { params: { path: { operationId } } },
    { ...silent, ...poll, staleTime: 0 },
  );
  const last = run.data || undefined; // nothing (204) when there was no run yet
  useInvoicesAfter(last);
  const { isPending, isSuccess, isError, error, refetch } = run;
  return { run: last, none: isSuccess && !last, isPending, isError, error, refetch };
}

const runsQuery = (operationId: string) =>
  api.queryOptions('get', '/operations/{operationId}/billing/runs', { params: { path: { operationId } } }, silent);

/** Every run of the operation with what it made, newest first. */
export const useRuns = (operationId: string) => useQuery(runsQuery(operationId));

export const askRuns = (queries: QueryClient, { id }: { id: string }) => queries.prefetchQuery(runsQuery(id));

export type Review = Schemas['BillRunReview'];
export type ReviewItem = Schemas['ReviewItem'];
export type ReviewKind = Schemas['ReviewKind'];

/** A run with its exceptions first, of one kind or of all. */
export const useReview = (operationId: string, runId: string, kind: ReviewKind | undefined) =>
  api.useQuery(
    'get',
    `${runPath}/{runId}/review`,
    { params: { path: { operationId, runId }, query: kind ? { kind: [kind] } : {} } },
    { ...silent, placeholderData: keepPreviousData },
  );

/** One run, followed while it lasts. */
export function useRun(operationId: string, runId: string | undefined) {
  const run = api.useQuery(
    'get',
    `${runPath}/{runId}`,
    { params: { path: { operationId, runId: runId ?? '' } } },
    { ...silent, ...poll, enabled: runId !== undefined, staleTime: 0 },
  );
  useInvoicesAfter(run.data);
  return run;
}

/** Invoices are read again when a run has ended: it has replaced the drafts. */
function useInvoicesAfter(run: BillRun | undefined) {
  const queries = useQueryClient();
  const ended = run && !isPending(run) ? run.id : undefined;
  useEffect(() => {
    if (ended) void forget(queries, 'billing', checkPath, `${runPath}/last`, `${runPath}/{runId}`);
  }, [ended, queries]);
}

/** Whom a run up to a day would bill. Without a day it tells which day to propose. */
export const useRunCheck = (operationId: string, billUpTo: string | undefined, enabled: boolean) =>
  api.useQuery(
    'post',
    checkPath,
    { params: { path: { operationId } }, body: billUpTo ? { billUpTo } : {} },
    { ...silent, enabled, staleTime: 0, gcTime: 0 },
  );

/** Makes drafts of what is due. A synchronous run is finished when it answers. */
export function useStartRun() {
  const queries = useQueryClient();
  return api.useMutation('post', runPath, {
    ...silent,
    // The check of what it would bill has done its work.
    onSettled: () => forget(queries, 'billing', checkPath),
  });
}

/** The drafts that a run has made and that are still drafts. */
export const useDraftsOfRun = (operationId: string, runId: string | undefined) =>
  api.useQuery(
    'get',
    invoicesPath,
    { params: { path: { operationId }, query: { status: ['DRAFT'], ...(runId ? { runId } : {}) } } },
    { ...silent, enabled: runId !== undefined },
  );

/** Gives drafts their numbers, for good. */
export function usePublish() {
  const queries = useQueryClient();
  return api.useMutation('post', `${invoicesPath}/publish`, {
    ...silent,
    onSettled: () => forget(queries, 'billing', checkPath),
  });
}
