import type { Schemas } from '@openpmo/sdk';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { api, client } from './client';
import { OperationContext } from './operationContext';
import { mustAcceptTerms } from './redirect';
import type { Session } from './session';

export type Operation = Schemas['Operation'];

/** What exists for some operations only: menu entries, and calls. */
export type Feature = Schemas['Feature'];

/** What the simple view of an operation may leave out. */
export type Option = Schemas['OperationOption'];

/** Every role has its own door to the operations (specification section 7). */
async function fetchOperations(queries: QueryClient, role: Session['role']): Promise<Operation[]> {
  switch (role) {
    case 'organizer':
      return organizerOperations();
    case 'observer':
      return (await client.GET('/observers/by-jwt/operations', { params: { query: { detailed: true } } })).data ?? [];
    case 'participant':
      return participantOperations(queries);
    case 'admin':
      return (await client.GET('/operations')).data ?? [];
    default:
      return role satisfies never;
  }
}

async function organizerOperations(): Promise<Operation[]> {
  const { data: organizer } = await client.GET('/organizers/by-jwt');
  if (!organizer) return [];
  const { data } = await client.GET('/organizers/{organizerId}/operations', {
    params: { path: { organizerId: organizer.id }, query: { detailed: true } },
  });
  return data ?? [];
}

/** The sites of the signed-in participant, with their operations. */
export const ownSitesQuery = () => api.queryOptions('get', '/participants/by-jwt', {}, { meta: { silent: true } });

/** A participant has sites; several of them may lie in one operation. */
async function participantOperations(queries: QueryClient): Promise<Operation[]> {
  // Operations that are asked for anew are never those of before; what comes is also there for who asks for sites.
  const own = await queries.fetchQuery({ ...ownSitesQuery(), staleTime: 0 });
  const operations = [...new Map(own.map(({ operation }) => [operation.id, operation])).values()];
  return operations.sort((a, b) => a.name.localeCompare(b.name, 'fr', { numeric: true }));
}

/** The operations of a person, by name: the order of the server, as a browser is slow to begin comparing. */
export const operationsQuery = (session: Session | undefined) =>
  queryOptions({
    queryKey: ['get', '/operations', 'of-session', session?.id, session?.role],
    queryFn: async ({ client: queries }) => (session ? fetchOperations(queries, session.role) : []),
    // The server answers nothing else before the password is chosen, the terms are accepted and a second factor is there that must be.
    enabled: session?.initialized === true && !mustAcceptTerms(session) && !session.secondFactorDue,
    staleTime: 60_000,
    meta: { silent: true },
  });

/** The operations of the signed-in person, by name. */
export const useOperations = (session: Session | undefined) => useQuery(operationsQuery(session));

/** A link to the logo of an operation; absent where it has none. */
export function useLogo({ id, theme }: Operation): string | undefined {
  const { data } = useQuery({
    queryKey: ['get', '/operations/{operationId}/presigned-logo', id, theme.logo],
    queryFn: async () =>
      (await client.GET('/operations/{operationId}/presigned-logo', { params: { path: { operationId: id } } })).data ??
      null,
    enabled: theme.logo !== undefined,
    staleTime: 1_800_000,
    meta: { silent: true },
  });
  return theme.logo === undefined ? undefined : data?.url;
}

/** Whether the view of who looks leaves an option out; columns and parts of forms ask. */
export function useHides(): (option: Option) => boolean {
  const { view } = useOperation();
  return (option) => view?.hidden.includes(option) ?? false;
}

export { OperationContext };

/** The operation of the page. Pages below `operations/:operationId` always have one. */
export function useOperation(): Operation {
  const operation = useContext(OperationContext);
  if (!operation) throw new Error('not below an operation');
  return operation;
}
