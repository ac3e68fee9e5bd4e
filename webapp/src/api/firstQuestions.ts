import type { QueryClient } from '@tanstack/react-query';
import type { Operation } from './operations';

/** What a page asks the server for first; the answer is where it leads, if it leads elsewhere. */
export type FirstQuestions = (
  queries: QueryClient,
  operation: Operation,
  params: Readonly<Record<string, string | undefined>>,
) => Promise<unknown>;
