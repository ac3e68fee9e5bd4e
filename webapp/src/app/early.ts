import type { QueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { type Operation, operationsQuery } from '../api/operations';
import { mustAcceptTerms } from '../api/redirect';
import { type Session, sessionQuery } from '../api/session';
import { accessTo, homePath, navigationContext } from './navigation';
import type { PageName } from './pages';

/** What a page asks the server for first. */
export type FirstQuestions = (queries: QueryClient, operationId: string) => void;

/** Who is signed in and what they have, asked once for all; nothing where nobody is, or may do nothing yet. */
async function known(queries: QueryClient): Promise<{ session: Session; operations: Operation[] } | undefined> {
  try {
    const session = await queries.fetchQuery(sessionQuery());
    if (!session.initialized || mustAcceptTerms(session) || session.secondFactorDue) return undefined;
    return { session, operations: await queries.fetchQuery(operationsQuery(session)) };
  } catch {
    return undefined; // the page asks by itself, and says what is wrong
  }
}

/** Asks for what every page behind the sign-in needs, while its scripts are still loaded. */
export async function askEarly(queries: QueryClient, load: (page: PageName) => Promise<unknown>): Promise<void> {
  const { pathname, search } = globalThis.location;
  if (!pathname.startsWith(homePath)) return;
  const who = await known(queries);
  if (who && (pathname === homePath || pathname === `${homePath}/`)) homeAhead(queries, who, load, search === '');
}

type Who = NonNullable<Awaited<ReturnType<typeof known>>>;

const quiet = { meta: { silent: true } } as const;

/**
 * Home leads on, to several operations or to the one site of a participant: the page that it leads to and what
 * that page asks for are fetched at once, and not after home was drawn.
 */
function homeAhead(
  queries: QueryClient,
  { session, operations }: Who,
  load: (page: PageName) => Promise<unknown>,
  plain: boolean,
) {
  if (operations.length > 1) {
    void load('OperationsPage').catch(() => {});
    // Another month of the address is another question.
    if (plain) void queries.prefetchQuery(api.queryOptions('get', '/months', { params: { query: {} } }, quiet));
  } else if (operations.length === 1 && session.role === 'participant') {
    void load('MyEnergyPage').catch(() => {});
    void queries.prefetchQuery(api.queryOptions('get', '/participants/by-jwt', {}, quiet));
  }
}

/** Asks for what a page of an operation shows as soon as it is known that it opens, and not once it is drawn. */
export async function askFirst(queries: QueryClient, path: string, operationId: string, ask: FirstQuestions) {
  const who = await known(queries);
  const operation = who?.operations.find(({ id }) => id === operationId);
  if (who && operation && accessTo(path, navigationContext(operation, who.session)) === 'open')
    ask(queries, operationId);
}
