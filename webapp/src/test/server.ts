import type { paths, Schemas } from '@openpmo/sdk';

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
type Request<O> = O extends { requestBody?: infer R } ? Content<NonNullable<R>> : undefined;

/** What a refusal says: its key, and what the screen shows of it. */
type Refusal = { status: 400 | 401 | 403 | 404 | 409 | 412 | 413 | 429 | 500; body: Partial<Schemas['Problem']> };

/** What the contract lets a call answer. */
export type Answer<C extends Call> = { status?: 200 | 201 | 202 | 204; body?: Success<OperationOf<C>> } | Refusal;

/** Answers by call. A function is given what was sent, and the parts of the path. */
export type Answers = {
  [C in Call]?: Answer<C> | ((sent: Request<OperationOf<C>>, path: Record<string, string>) => Answer<C>);
};

/**
 * Stands in for the server by the contract: a path, a method or a field that it does not know does
 * not compile. What no answer is given for is not found. Keeps what was asked, as `METHOD /path`.
 */
export function serve(answers: Answers): string[] {
  const asked: string[] = [];
  const known = Object.entries(answers).map(([call, answer]) => ({ pattern: patternOf(call), answer }));
  globalThis.fetch = async (input) => {
    const request = input as globalThis.Request;
    const call = `${request.method} ${new URL(request.url).pathname.replace(/^\/api/, '')}`;
    asked.push(call);
    const text = await request.text();
    const found = known.find(({ pattern }) => pattern.test(call));
    const { status = 200, body } = answerOf(found, call, text);
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
    });
  };
  return asked;
}

interface Known {
  pattern: RegExp;
  answer: unknown;
}

function answerOf(found: Known | undefined, call: string, text: string): { status?: number; body?: unknown } {
  if (!found) return { status: 404, body: { key: 'notFound' } };
  const { pattern, answer } = found;
  if (typeof answer !== 'function') return answer as { status?: number; body?: unknown };
  return answer(text ? JSON.parse(text) : undefined, pattern.exec(call)?.groups ?? {});
}

/** `GET /a/{b}` as an expression that finds the parts of the path by their names. */
const patternOf = (call: string): RegExp =>
  new RegExp(`^${call.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>[^/]+)`)}$`);
