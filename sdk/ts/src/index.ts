/** Typed client of the pmo API. Schemas come from the contract and are never written by hand. */
import type { components } from './schema.gen';

export { type ClientOptions, createPmoClient, downloadName, type PmoClient } from './client';
export { ApiError, asApiError, type Problem, type ProblemItem, readProblem } from './errors';
export type { components, operations, paths } from './schema.gen';

/** Schemas by name: `Schemas['Operation']`. */
export type Schemas = components['schemas'];
export { type Tag, tags } from './tags.gen';
