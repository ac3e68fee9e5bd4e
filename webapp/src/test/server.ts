import type { paths, Schemas } from '@openpmo/sdk';
import { afterEach } from 'vitest';

type Method = 'get' | 'post' | 'put' | 'delete';

/** A call as the contract writes it: `GET /operations/{operationId}/billing/plans`. */
export type Call = {
  [P in keyof paths & string]: {
    [M in Method]: paths[P][M] extends { responses: object } ? `${Uppercase<M>} ${P}` : never;
  }[Method];
}[keyof paths & string];

type OperationOf<C extends Call> = C extends `${infer M} ${infer P}`
  ? P extends keyof paths
    ? Lowercase<M> extends keyof paths[P]
      ? paths[P][Lowercase<M>]
      : never
    : never
  : never;

type Content<R> = R extends { content: { 'application/json': infer B } } ? B : undefined;
type Success<O> = O extends { responses: infer R } ? Content<R[Extract<keyof R, 200 | 201 | 202 | 204>]> : never;
type Sent<O> = O extends { requestBody?: infer R }
  ? [NonNullable<R>] extends [never]
    ? undefined
    : NonNullable<R> extends { content: { 'multipart/form-data': unknown } }
      ? FormData
      : Content<NonNullable<R>>
  : undefined;

/** A document for those calls alone that answer one. */
type Document<O> = O extends { responses: { 200: { content: infer T } } }
  ? 'application/json' extends keyof T
    ? never
    : { file: { type: keyof T & string; name: string; text: string } }
  : never;

/** What a refusal says: its key, and what the screen shows of it. */
type Refusal = { status: 400 | 401 | 403 | 404 | 409 | 412 | 413 | 429 | 500; body: Partial<Schemas['Problem']> };

/** What is wrong with one of several that a call was made for. */
export const someProblem = (key: string, params: Schemas['ProblemParams'] = {}): Schemas['Problem'] => ({
  type: `urn:pmo:problem:${key}`,
  title: key,
  status: 409,
  key,
  params,
  requestId: 'r-1',
});

/** What the contract lets a call answer; total is how many rows there are of which a list has some. */
export type Answer<C extends Call> =
  | { status?: 200 | 201 | 202 | 204; body?: Success<OperationOf<C>>; total?: number }
  | Document<OperationOf<C>>
  | Refusal;

/** Makes an answer of what was sent, the parts of the path, and the request itself. */
type Answering<C extends Call> = (
  sent: Sent<OperationOf<C>>,
  path: Record<string, string>,
  request: Request,
) => Answer<C> | Promise<Answer<C>>;

/** Answers by call. A function, which has `bind`, is no answer by itself: it must give one. */
export type Answers = { [C in Call]?: (Answer<C> & { bind?: never }) | Answering<C> };

/** Has `false` in it where a field is given, at any depth, that nothing wanted has. */
type Fits<G, W> = unknown extends W
  ? true
  : G extends readonly (infer E)[]
    ? Fits<E, W extends readonly (infer F)[] ? F : never>
    : G extends object
      ? {
          [K in keyof G]: G[K] extends undefined ? true : K extends Fields<W> ? Fits<G[K], FieldOf<W, K>> : false;
        }[keyof G]
      : true;
type Fields<W> = W extends object ? keyof W : never;
type FieldOf<W, K> = W extends object ? (K extends keyof W ? W[K] : never) : never;

/** The answers, if the contract knows each field: by itself the compiler sees none too many where a function answers. */
type Exact<A> = {
  [C in keyof A]: C extends Call
    ? false extends Fits<Given<A[C]>, Answer<C>>
      ? 'The contract does not know a field of this answer.'
      : A[C]
    : 'The contract does not know this call.';
};
type Given<A> = A extends (...asked: never[]) => infer R ? Awaited<R> : A;

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

/** Stands in for a server that cannot be reached. */
export function serveNothing(): void {
  globalThis.fetch = () => Promise.reject(new TypeError('no network'));
}

/**
 * Stands in for the server by the contract: a path, a method or a field that it does not know does
 * not compile. What no answer is given for is not found. Keeps what was asked, as `METHOD /path`.
 */
export function serve<A>(answers: Answers & A & Exact<A>): string[] {
  const asked: string[] = [];
  const known = Object.entries(answers)
    .sort(([one], [other]) => openParts(one) - openParts(other))
    .map(([call, answer]) => ({ pattern: patternOf(call), answer }));
  globalThis.fetch = async (input) => {
    const request = input as Request;
    const call = `${request.method} ${new URL(request.url).pathname.replace(/^\/api/, '')}`;
    asked.push(call);
    const sent = await sentBy(request);
    const found = known.find(({ pattern }) => pattern.test(call));
    return found
      ? response(await answerOf(found, call, sent, request))
      : response({ status: 404, body: { key: 'notFound' } });
  };
  return asked;
}

/** What the contract says of answers, and no longer of which call. */
type AnyAnswer = {
  status?: number;
  body?: unknown;
  total?: number;
  file?: { type: string; name: string; text: string };
};

interface Known {
  pattern: RegExp;
  answer: unknown;
}

async function sentBy(request: Request): Promise<unknown> {
  const copy = request.clone();
  if (request.headers.get('content-type')?.startsWith('multipart/form-data')) return copy.formData();
  const text = await copy.text();
  return text ? JSON.parse(text) : undefined;
}

async function answerOf({ pattern, answer }: Known, call: string, sent: unknown, request: Request): Promise<AnyAnswer> {
  return typeof answer === 'function' ? answer(sent, pattern.exec(call)?.groups ?? {}, request) : (answer as AnyAnswer);
}

function response({ status = 200, body, file, total }: AnyAnswer): Response {
  if (file) {
    const headers = { 'content-type': file.type, 'content-disposition': `attachment; filename="${file.name}"` };
    return new Response(file.text, { status, headers });
  }
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: {
      'content-type': status < 400 ? 'application/json' : 'application/problem+json',
      ...(total === undefined ? {} : { 'total-count': String(total) }),
    },
  });
}

/** How many parts of a path are open: `/a/mine` is asked before `/a/{b}`. */
const openParts = (call: string) => call.split('{').length;

/** `GET /a/{b}` as an expression that finds the parts of the path by their names. */
const patternOf = (call: string): RegExp =>
  new RegExp(`^${call.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>[^/]+)`)}$`);
