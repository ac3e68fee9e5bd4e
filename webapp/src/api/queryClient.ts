import { asApiError } from '@openpmo/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { silent?: boolean };
    mutationMeta: { silent?: boolean };
  }
}

/** What is done with an error that no screen handles itself. */
export type ReportError = (error: unknown) => void;

/** What the server refuses everything for until it is done (specification section 4); the session tells where. */
const duties = ['terms.notAccepted', 'account.passwordDue'];

/**
 * Errors go to the snackbar once, except a 401, which leads to the logout page; what is due
 * first, as new terms that came into force while a page was open, for which the session is
 * read again and the page gives way to it; and calls that say `meta: {silent: true}` because their screen shows the error itself.
 */
export function makeQueryClient(report: ReportError): QueryClient {
  const tell = (error: unknown, meta: { silent?: boolean } | undefined) => {
    const refused = asApiError(error);
    if (duties.includes(refused?.key ?? '')) {
      void client.invalidateQueries({ queryKey: ['get', '/session'] });
      return;
    }
    if (meta?.silent || refused?.status === 401) return;
    report(error);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => tell(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => tell(error, mutation.meta),
    }),
    defaultOptions: {
      queries: { staleTime: 30_000, refetchOnWindowFocus: false, retry: retryOnce },
      mutations: { retry: false },
    },
  });
  return client;
}

/** Only what may pass by itself is tried again: no network, or a server that is busy. */
function retryOnce(failures: number, error: unknown): boolean {
  const status = asApiError(error)?.status ?? 0;
  return failures < 1 && (status === 0 || status === 503);
}
