import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { api } from '../api/client';
import type { FirstQuestions } from '../api/firstQuestions';
import type { Operation } from '../api/operations';
import type { Session } from '../api/session';
import { askFirst, known } from './early';
import { homePath, menuFor, navigationContext, pathOf } from './navigation';
import { hasPage, loadPage } from './screens';
import { shortly } from './shortly';

type Loader = (args: LoaderFunctionArgs) => Promise<Response | null>;

const quiet = { meta: { silent: true } } as const;

/** The first page of an operation; absent for who may open none. */
function firstPathOf(operation: Operation, session: Session): string | undefined {
  const first = menuFor(navigationContext(operation, session), hasPage)[0];
  return first && pathOf(first, operation, session.role);
}

/** What home leads to: the only operation of a person, or the list of several with where their month stands. */
export const homeLoader =
  (queries: QueryClient): Loader =>
  async ({ request }) => {
    const who = await known(queries);
    const [only, ...others] = who?.operations ?? [];
    if (!who || !only) return null;
    if (others.length === 0) return redirect(firstPathOf(only, who.session) ?? `${homePath}/operations/${only.id}`);
    const { searchParams } = new URL(request.url);
    // Another month of the address is another question.
    const months = searchParams.has('month')
      ? undefined
      : queries.prefetchQuery(api.queryOptions('get', '/months', { params: { query: {} } }, quiet));
    await shortly(Promise.all([loadPage('OperationsPage'), months]));
    return null;
  };

/** An operation's address alone leads to its first page. */
export const operationLoader =
  (queries: QueryClient): Loader =>
  async ({ params, request }) => {
    const who = await known(queries);
    const operation = who?.operations.find(({ id }) => id === params.operationId);
    const first = who && operation && firstPathOf(operation, who.session);
    return first ? redirect(`${first}${new URL(request.url).search}`) : null;
  };

/** What a page asks for first is asked for before it is drawn, and drawn with it where it comes at once. */
export const pageLoader =
  (queries: QueryClient, path: string, ask: FirstQuestions): Loader =>
  async ({ params, request }) => {
    const { search, searchParams } = new URL(request.url);
    const asked = { ...Object.fromEntries(searchParams), ...params };
    const to = await shortly(askFirst(queries, path, asked, ask));
    return typeof to === 'string' ? redirect(`${to}${search}`) : null;
  };
