import { type ProblemItem, readProblem } from '@openpmo/sdk';
import { problemText, type Translator } from '@openpmo/ui/i18n/translator';
import { type fetchUtils, HttpError } from 'react-admin';

type Answer = Awaited<ReturnType<typeof fetchUtils.fetchJson>>;

/** A call with a JSON answer, as ra-data-simple-rest expects it. */
export type Http = (url: string, options?: fetchUtils.Options) => Promise<Answer>;

/**
 * The only caller of fetch. A failure is an HttpError whose message is in the person's
 * language; its `body.errors` puts the problem's field errors where the form has them.
 */
export function makeHttp(translator: () => Translator): Http {
  return async (url, options = {}) => {
    const headers = new Headers(options.headers);
    headers.set('Accept', 'application/json');
    headers.set('Accept-Language', translator().locale);
    if (options.body) headers.set('Content-Type', 'application/json');
    const response = await globalThis
      .fetch(url, { method: options.method ?? 'GET', body: options.body ?? null, headers, credentials: 'same-origin' })
      .catch(() => {
        throw new HttpError(problemText(translator(), { key: 'network' }), 0);
      });
    if (!response.ok) throw await failure(response, translator());
    const body = await response.text();
    return { status: response.status, headers: response.headers, body, json: body ? JSON.parse(body) : undefined };
  };
}

async function failure(response: Response, translator: Translator): Promise<HttpError> {
  const problem = await readProblem(response);
  const text = problemText(translator, problem);
  const fields = fieldErrors(problem?.errors ?? [], translator);
  const errors = Object.keys(fields).length > 0 ? { ...fields, root: { serverError: text } } : undefined;
  return new HttpError(text, response.status, { key: problem?.key, errors });
}

/** One text for each field; an error inside a list belongs to the list. */
function fieldErrors(items: readonly ProblemItem[], translator: Translator): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const item of items) {
    const field = item.field?.split(/[.[]/)[0];
    if (field) texts[field] ??= problemText(translator, item);
  }
  return texts;
}
