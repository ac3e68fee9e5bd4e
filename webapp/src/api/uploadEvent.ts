import type { Schemas } from '@openpmo/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from './client';
import { forget } from './forget';

export type UploadEvent = Schemas['UploadEvent'];

/** How a running upload is asked about (specification sections 4 and 9). */
export const uploadTiming = { firstMs: 10_000, pollMs: 30_000, polls: 60 } as const;

const patienceMs = uploadTiming.firstMs + uploadTiming.polls * uploadTiming.pollMs;

type Started = Pick<UploadEvent, 'status' | 'startedAt'>;

/** A clock that is behind the server's counts as the beginning. */
const elapsed = ({ startedAt }: Started, now: number) => Math.max(0, now - Date.parse(startedAt ?? ''));

/** Milliseconds to the next question; false when there is nothing to ask any more. */
export function nextQuestion(event: Started | undefined, now: number): number | false {
  if (event?.status !== 'started') return false;
  const since = elapsed(event, now);
  if (since < uploadTiming.firstMs) return uploadTiming.firstMs - since;
  const asked = 1 + Math.floor((since - uploadTiming.firstMs) / uploadTiming.pollMs);
  return asked < uploadTiming.polls && uploadTiming.pollMs;
}

/** An upload that takes longer than is waited for. */
export const takesTooLong = (event: Started, now: number): boolean =>
  event.status === 'started' && elapsed(event, now) >= patienceMs;

export const uploadEventQuery = (operationId: string) =>
  api.queryOptions(
    'get',
    '/operations/{operationId}/measurements/upload-event',
    { params: { path: { operationId } } },
    { meta: { silent: true } },
  );

/** The latest upload of an operation, asked about until it is over, from whatever page. */
export function useUploadEvent(operationId: string, enabled = true) {
  const queries = useQueryClient();
  const event = api.useQuery(
    'get',
    '/operations/{operationId}/measurements/upload-event',
    { params: { path: { operationId } } },
    {
      meta: { silent: true },
      enabled,
      staleTime: 5000,
      refetchInterval: (query) => nextQuestion(query.state.data, Date.now()),
    },
  );
  const status = event.data?.status;
  const before = useRef(status);
  useEffect(() => {
    if (before.current === 'started' && status && status !== 'started') void forget(queries, 'metering');
    before.current = status;
  }, [status, queries]);
  return { ...event, tooLong: useTooLong(event.data) };
}

/** Becomes true by itself when the time is up. */
function useTooLong(event: UploadEvent | undefined): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (event?.status !== 'started') return;
    const left = patienceMs - elapsed(event, Date.now());
    if (left <= 0) {
      setNow(Date.now());
      return;
    }
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [event]);
  return event !== undefined && takesTooLong(event, now);
}
