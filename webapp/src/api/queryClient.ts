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

/**
 * Errors go to the snackbar once, except a 401, which leads to the logout page, and
 * calls that say `meta: {silent: true}` because their screen shows the error itself.
 */
export function makeQueryClient(report: ReportError): QueryClient {
  const tell = (error: unknown, meta: { silent?: boolean } | undefined) => {
    if (meta?.silent || asApiError(error)?.status === 401) return;
    report(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => tell(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => tell(error, mutation.meta),
    }),
    defaultOptions: {
      queries: { staleTime: 30_000, refetchOnWindowFocus: false, retry: retryOnce },
      mutations: { retry: false },
    },
  });
}

/** Only what may pass by itself is tried again: no network, or a server that is busy. */
function retryOnce(failures: number, error: unknown): boolean {
  const status = asApiError(error)?.status ?? 0;
  return failures < 1 && (status === 0 || status === 503);
}
