import createClient, { type Client, type Middleware } from 'openapi-fetch';
import { ApiError, readProblem } from './errors';
import type { paths } from './schema.gen';

export interface ClientOptions {
  /** Where the API is; `/api` on the product's own host. */
  baseUrl?: string;
  /** An API token, for programs. Browsers use the session cookie. */
  token?: string;
  /** Asked at each call: the language of `detail` texts. */
  language?: () => string;
  /** Told of each 401 with the path of the contract, before the call throws. */
  onUnauthorized?: (path: string) => void;
  /** Waited for before a refusal is thrown: what its words need is fetched meanwhile. */
  onRefused?: (request: Request, response: Response) => Promise<void>;
  fetch?: typeof globalThis.fetch;
}

export type PmoClient = Client<paths>;

/** A typed client: every call resolves with `{data, response}` or throws an ApiError. */
export function createPmoClient(options: ClientOptions = {}): PmoClient {
  const client = createClient<paths>({
    baseUrl: options.baseUrl ?? '/api',
    credentials: 'same-origin',
    // Lists go as a,b,c everywhere in the contract.
    querySerializer: { array: { style: 'form', explode: false } },
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  client.use(middleware(options));
  return client;
}

function middleware({ token, language, onUnauthorized, onRefused }: ClientOptions): Middleware {
  return {
    onRequest({ request }) {
      if (language) request.headers.set('Accept-Language', language());
      if (token) request.headers.set('Authorization', `Bearer ${token}`);
      return request;
    },
    async onResponse({ request, response, schemaPath }) {
      if (response.ok) return;
      if (response.status === 401) onUnauthorized?.(schemaPath);
      const [problem] = await Promise.all([readProblem(response), onRefused?.(request, response)]);
      throw new ApiError(response.status, problem);
    },
    onError({ error }) {
      if (error instanceof DOMException && error.name === 'AbortError') return error;
      return new ApiError(0);
    },
  };
}

/** The file name that a download gives itself, or the fallback. */
export function downloadName(response: Response, fallback: string): string {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(header)?.[1] ?? fallback;
}
