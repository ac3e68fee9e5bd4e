import type { components } from './schema.gen';

/** The body of every error of the contract (RFC 9457 with a stable key). */
export type Problem = components['schemas']['Problem'];
export type ProblemItem = components['schemas']['ProblemItem'];

/** What every call throws when it does not succeed. Status 0: the server was not reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly problem: Problem | undefined;

  constructor(status: number, problem?: Problem) {
    super(problem?.detail ?? problem?.title ?? `HTTP ${status}`);
    this.status = status;
    this.problem = problem;
  }

  /** The stable key, or nothing when the reply was not one of ours. */
  get key(): string | undefined {
    return this.problem?.key ?? (this.status === 0 ? 'network' : undefined);
  }

  /** What a person reads out to the support: key or status, and the request's id. */
  get code(): string {
    const what = this.key ?? String(this.status);
    return this.problem?.requestId ? `${what} · ${this.problem.requestId}` : what;
  }

  /** The details that belong to form fields. */
  get fields(): ProblemItem[] {
    return (this.problem?.errors ?? []).filter((item) => item.field !== undefined);
  }
}

/** Whatever was thrown, as an ApiError when it is one. */
export function asApiError(thrown: unknown): ApiError | undefined {
  return thrown instanceof ApiError ? thrown : undefined;
}

/** The problem of a failed reply; nothing when its body is not problem+json. */
export async function readProblem(response: Response): Promise<Problem | undefined> {
  if (!response.headers.get('content-type')?.includes('json')) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return isProblem(body) ? body : undefined;
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'key' in body && typeof body.key === 'string';
}
