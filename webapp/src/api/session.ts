import type { Schemas } from '@openpmo/sdk';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useContext } from 'react';
import { api } from './client';
import { OperationContext } from './operationContext';

export type Session = Schemas['Session'];
export type Role = Schemas['Role'];

const silent = { meta: { silent: true }, retry: false, staleTime: 300_000 } as const;

/** The signed-in person. Silent: a 401 here means nobody is signed in, which is no error. */
export const sessionQuery = () => api.queryOptions('get', '/session', {}, silent);

/** What the product tells before anybody signs in: support, version, demo accounts. */
export const configQuery = () =>
  api.queryOptions('get', '/config', {}, { ...silent, staleTime: Number.POSITIVE_INFINITY });

/** The settings, once they are there; pages do without until then. */
export const useConfig = () => useQuery(configQuery()).data;

/** The session of a page behind the sign-in. Throws where nobody is signed in. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery());
  if (!data) throw new Error('no session');
  return data;
}

/** The session where one may be missing; never asks the server. */
export const useMaybeSession = (): Session | undefined => useQuery({ ...sessionQuery(), enabled: false }).data;

/** Whether the signed-in person holds a permission such as `plan:create`, on pages of an operation in that operation. */
export function useCan(): (permission: string) => boolean {
  const { policy } = useSession();
  const withheld = useContext(OperationContext)?.withheld;
  return useCallback(
    (permission) => policy.includes(permission) && !withheld?.includes(permission),
    [policy, withheld],
  );
}

/** The same outside of what is drawn, for what a page asks for first. */
export const holdsIn = (queries: QueryClient, operation: { withheld?: string[] | undefined }, permission: string) =>
  !operation.withheld?.includes(permission) &&
  (queries.getQueryData<Session>(sessionQuery().queryKey)?.policy.includes(permission) ?? false);

/**
 * The same for what stands in rows by the hundred: as the session is when it is drawn, without watching it.
 */
export function useHeld(): (permission: string) => boolean {
  const queries = useQueryClient();
  const withheld = useContext(OperationContext)?.withheld;
  return (permission) => holdsIn(queries, { withheld }, permission);
}

/** Fetches the session anew, as after a login, a password change or accepted terms. */
export function useReloadSession(): () => Promise<Session> {
  const queries = useQueryClient();
  return useCallback(() => queries.fetchQuery({ ...sessionQuery(), staleTime: 0 }), [queries]);
}
