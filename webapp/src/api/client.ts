import { createPmoClient } from '@openpmo/sdk';
import createQueryClient from 'openapi-react-query';
import { answerKnown } from './known';
import { refusalTexts } from './texts';

/** Paths whose 401 is an answer of their own and no expired session (specification section 4). */
const ownUnauthorized = new Set(['/session/login', '/account-links/accept', '/users/update-pw-with-old', '/session']);

let unauthorized: () => void = () => {};
let spoken = 'fr';

/** Says what happens when a session has ended; the router sets it. */
export function onUnauthorized(act: () => void): void {
  unauthorized = act;
}

/** The language that the server is asked to speak in `detail` texts and files. */
export function speak(language: string): void {
  spoken = language;
}

/** The client of the product's own API. Features use it only inside their `queries.ts`. */
export const client = createPmoClient({
  baseUrl: `${globalThis.location?.origin ?? ''}/api`,
  language: () => spoken,
  onUnauthorized: (path) => {
    if (!ownUnauthorized.has(path)) unauthorized();
  },
  // Whoever shows a refusal has its words at hand. The 401 of a question leads to the sign-in, and is not told.
  onRefused: async ({ method }, { status }) => {
    if (status !== 401 || method !== 'GET') await refusalTexts();
  },
  fetch: async (request, ...more) =>
    // Looked up at each call, so that tests can stand in for it.
    (request instanceof Request && (await answerKnown(request))) || globalThis.fetch(request, ...more),
});

/** Query and mutation hooks by method and path; keys are made from them. */
export const api = createQueryClient(client);
