import type { QueryClient } from '@tanstack/react-query';
import type { FirstQuestions } from '../api/firstQuestions';
import { type Operation, operationsQuery } from '../api/operations';
import { mustAcceptTerms } from '../api/redirect';
import { type Session, sessionQuery } from '../api/session';
import { accessTo, homePath, navigationContext } from './navigation';

/** Who is signed in and what they have, asked once for all; nothing where nobody is, or may do nothing yet. */
export async function known(queries: QueryClient): Promise<{ session: Session; operations: Operation[] } | undefined> {
  try {
    const session = await queries.fetchQuery(sessionQuery());
    if (!session.initialized || mustAcceptTerms(session) || session.secondFactorDue) return undefined;
    return { session, operations: await queries.fetchQuery(operationsQuery(session)) };
  } catch {
    return undefined; // the page asks by itself, and says what is wrong
  }
}

/** Asks for what every page behind the sign-in needs, while its scripts are still loaded. */
export function askEarly(queries: QueryClient): void {
  if (globalThis.location.pathname.startsWith(homePath)) void known(queries);
}

/** Asks for what a page of an operation shows as soon as it is known that it opens, and not once it is drawn. */
export async function askFirst(
  queries: QueryClient,
  path: string,
  params: Readonly<Record<string, string | undefined>>,
  ask: FirstQuestions,
): Promise<unknown> {
  const { operationId = '' } = params;
  const who = await known(queries);
  const operation = who?.operations.find(({ id }) => id === operationId);
  if (who && operation && accessTo(path, navigationContext(operation, who.session)) === 'open')
    return await ask(queries, operation, params);
  return undefined;
}
