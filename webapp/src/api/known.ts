interface Answer {
  path: string;
  body: unknown;
}

/** What the page came with, by address: answers that every page asks for first (`adapters/httpapi/known.go`). */
const known = new Map<string, string>();

/** Reads what the server put into the page, if it did. */
export function readKnown(page: Document): void {
  const text = page.getElementById('known')?.textContent;
  if (!text) return;
  for (const { path, body } of JSON.parse(text) as Answer[]) known.set(path, JSON.stringify(body));
}

/**
 * The answer to a question that the page came with: each is told once, as it holds for the moment in which the
 * page was made; and none any more once something is written or the session is ended.
 */
export function answerKnown({ method, url }: Request): Response | undefined {
  const { pathname, search } = new URL(url);
  if (method !== 'GET' || pathname.endsWith('/logout')) {
    known.clear();
    return undefined;
  }
  const body = known.get(pathname + search);
  known.delete(pathname + search);
  return body === undefined ? undefined : new Response(body, { headers: { 'Content-Type': 'application/json' } });
}
