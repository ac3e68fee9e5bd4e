interface Answer {
  path: string;
  body: unknown;
}

/** What the page came with, by address: answers that every page asks for first (`adapters/httpapi/known.go`). */
const known = new Map<string, string>();

/** What the page asked for before its scripts were there (`index.html`): none where that failed. */
const ahead = (): Map<string, Promise<Response | undefined>> | undefined =>
  (globalThis as { ahead?: Map<string, Promise<Response | undefined>> }).ahead;

/** Reads what the server put into the page, if it did. */
export function readKnown(page: Document): void {
  const text = page.getElementById('known')?.textContent;
  if (!text) return;
  for (const { path, body } of JSON.parse(text) as Answer[]) known.set(path, JSON.stringify(body));
}

/**
 * The answer to a question that the page came with, or asked ahead: each is told once, as it holds for the moment in
 * which the page was made; and none any more once something is written or the session is ended. A refusal is not told:
 * who asks again hears it in the language of the page.
 */
export async function answerKnown({ method, url }: Request): Promise<Response | undefined> {
  const { pathname, search } = new URL(url);
  if (method !== 'GET' || pathname.endsWith('/logout')) {
    known.clear();
    ahead()?.clear();
    return undefined;
  }
  const address = pathname + search;
  const body = known.get(address);
  known.delete(address);
  if (body !== undefined) return new Response(body, { headers: { 'Content-Type': 'application/json' } });
  const asked = ahead()?.get(address);
  ahead()?.delete(address);
  const answer = await asked;
  return answer?.ok ? answer : undefined;
}
