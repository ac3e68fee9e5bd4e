import { asApiError } from '@openpmo/sdk';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { chooseLanguage, type Language } from '../../api/language';
import { type Session, sessionQuery, useReloadSession } from '../../api/session';

/**
 * Nothing that one person loaded may be shown to the next. The session is emptied first,
 * so that whoever watches it lets go of the rest; texts and settings belong to everybody.
 */
function forgetPerson(queries: QueryClient): void {
  const shared = (key: readonly unknown[]) => key[0] === 'catalogue' || key[1] === '/config' || key[1] === '/session';
  queries.getQueryCache().find(sessionQuery())?.reset();
  queries.removeQueries({ predicate: ({ queryKey }) => !shared(queryKey) });
}

/** Signs in, then fetches the person anew (specification section 4). The form shows the failure. */
export function useLogin() {
  const reload = useReloadSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (credentials: { email: string; password: string; code?: string }) => {
      await client.POST('/session/login', { body: { ...credentials, application: 'pmo' } });
      forgetPerson(queries);
      return reload();
    },
    meta: { silent: true },
  });
}

/** Chooses the first password by a one-time link, then fetches the person anew. */
export function useAcceptLink() {
  const reload = useReloadSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: { token: string; newPassword: string; code?: string; email?: string }) => {
      await client.POST('/account-links/accept', { body });
      forgetPerson(queries);
      return reload();
    },
    meta: { silent: true },
  });
}

/** Has another one-time link sent to the address of one that holds no more. */
export const useRenewLink = () => api.useMutation('post', '/account-links/renew', { meta: { silent: true } });

/** Has a link sent to an address; the answer does not tell whether it has an account. */
export const useForgetPassword = () => api.useMutation('post', '/password-resets', { meta: { silent: true } });

/** Changes the own password, which also initializes the account. The form shows the failure. */
export function useChangePassword() {
  const queries = useQueryClient();
  return api.useMutation('put', '/users/update-pw-with-old', {
    meta: { silent: true },
    onSuccess: (session) => queries.setQueryData(sessionQuery().queryKey, session),
  });
}

/** The terms in force, or another version of them. */
export const useTerms = (version?: string) =>
  api.useQuery(
    'get',
    '/terms',
    { params: { query: version ? { version } : {} } },
    { staleTime: Number.POSITIVE_INFINITY, meta: { silent: true } },
  );

/** The versions of the terms that one accepted. */
export const useTermsAcceptances = (userId: string) =>
  api.useQuery(
    'get',
    '/users/{userId}/terms-acceptances',
    { params: { path: { userId } } },
    { meta: { silent: true } },
  );

/** Makes the address that a link was sent to that of its account. The page shows the failure. */
export const useConfirmEmail = () => api.useMutation('post', '/email-changes/confirm', { meta: { silent: true } });

/** Accepts the terms in force, then fetches the person anew. */
export function useAcceptTerms(session: Session) {
  const reload = useReloadSession();
  return useMutation({
    mutationFn: async () => {
      await client.POST('/cgu/accept-cgu/{userId}', { params: { path: { userId: session.id } } });
      return reload();
    },
  });
}

/** Ends the session; whatever the server answers, nothing of it stays here. */
export function useLogout() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.GET('/session/logout', { parseAs: 'text' }),
    meta: { silent: true },
    onSettled: () => forgetPerson(queries),
  });
}

/** Keeps the language with the account, or on this device while nobody is signed in. */
export function useChangeLanguage(session: Session | undefined) {
  const reload = useReloadSession();
  return useMutation({
    mutationFn: async (language: Language) => {
      chooseLanguage(language);
      if (!session) return;
      await client.PUT('/users/{userId}/account-info', {
        params: { path: { userId: session.id } },
        body: { language },
      });
      await reload();
    },
  });
}

/** What a password form says about a failure. */
export function passwordFailure(error: unknown): { wrongOld: boolean; code: string } {
  const failure = asApiError(error);
  return { wrongOld: failure?.status === 401, code: failure?.code ?? '0' };
}
