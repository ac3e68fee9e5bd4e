import type { Schemas } from '@openpmo/sdk';
import simpleRest from 'ra-data-simple-rest';
import type { DataProvider, GetListParams, GetListResult, Identifier, RaRecord } from 'react-admin';
import { changedFields, filledFields, withNulls } from './contract';
import type { Http } from './http';

/** Resources whose path is another one. No other place rewrites paths. */
const paths: Record<string, string> = {
  'cgu-approvals': 'cgu/approvals',
  'participant-bills': 'bills',
  'producer-bills': 'bills',
};

const pathOf = (resource: string) => paths[resource] ?? resource;

/** What lists of resources ask for besides: several resources may be parts of one path. */
const queries: Record<string, string> = {
  'participant-bills': 'billType=participant',
  'producer-bills': 'billType=producer',
};

/** Rows that the server gives at once. */
export const longestPage = 1000;

/** Ids that one filter names: the query string has a limit. */
const idsAtOnce = 100;

/** A select cannot offer "none" as an empty value; the server reads it so. */
export const withoutEngine = 'none';

const base = '/api/admin';

/** What react-admin asks, and what the back-office does beside it. */
export interface BackOffice extends DataProvider {
  /** Sends the activation mail of an account again. */
  sendActivation: (userId: Identifier) => Promise<void>;
  /** Where the document of a bill may be read for a while. */
  billLink: (billId: Identifier) => Promise<string>;
  /** Turns off the second factor of an account. */
  resetSecondFactor: (userId: Identifier) => Promise<void>;
  /** Moves an operation to the newer billing engine, or says what that would make. */
  migrate: (operationId: Identifier, body: Schemas['EngineMigrationRequest']) => Promise<Schemas['EngineMigration']>;
}

/** Resources of `/api/admin` for react-admin. */
export function makeDataProvider(http: Http): BackOffice {
  const rest = simpleRest(base, http);
  const parts = Object.fromEntries(
    Object.entries(queries).map(([resource, query]) => [
      resource,
      simpleRest(base, (url, options) => http(`${url}&${query}`, options)),
    ]),
  );
  /** Who asks for lists of a resource. */
  const lists = (resource: string) => parts[resource] ?? rest;

  async function list<T extends RaRecord>(resource: string, params: GetListParams): Promise<GetListResult<T>> {
    const { page, perPage } = params.pagination ?? { page: 1, perPage: 25 };
    const read = async (number: number, rows: number): Promise<GetListResult<T>> => {
      const found = await lists(resource).getList<T>(pathOf(resource), {
        ...params,
        filter: serverFilter(params.filter),
        pagination: { page: number, perPage: rows },
      });
      return { ...found, data: found.data.map((row) => withNulls(resource, row)) };
    };
    if (perPage <= longestPage) return read(page, perPage);
    // An export asks for everything at once.
    const all = await read(1, longestPage);
    const wanted = Math.min(all.total ?? 0, perPage);
    for (let next = 2; all.data.length < wanted; next++) {
      const { data } = await read(next, longestPage);
      if (data.length === 0) break;
      all.data.push(...data);
    }
    return all;
  }

  return {
    ...rest,
    sendActivation: async (userId) => {
      await http(`${base}/users/${encodeURIComponent(userId)}/activation-mail/send`, { method: 'POST' });
    },
    billLink: async (billId) => {
      const { json } = await http(`/api/bills/${encodeURIComponent(billId)}/presigned-url`);
      return json.url;
    },
    resetSecondFactor: async (userId) => {
      await http(`${base}/users/${encodeURIComponent(userId)}/second-factor`, { method: 'DELETE' });
    },
    migrate: async (operationId, body) => {
      const at = `/api/operations/${encodeURIComponent(operationId)}/billing-migration`;
      const { json } = await http(at, { method: 'POST', body: JSON.stringify(body) });
      return json;
    },
    getList: list,
    getOne: async (resource, params) => {
      const { data } = await rest.getOne(pathOf(resource), params);
      return { data: withNulls(resource, data) };
    },
    getMany: async (resource, params) => {
      const batches = await Promise.all(
        batched(params.ids).map((ids) => lists(resource).getMany(pathOf(resource), { ...params, ids })),
      );
      return { data: batches.flatMap((batch) => batch.data.map((row) => withNulls(resource, row))) };
    },
    create: async (resource, params) => {
      const { data } = await rest.create(pathOf(resource), { ...params, data: filledFields(resource, params.data) });
      return { data: withNulls(resource, data) };
    },
    update: async (resource, params) => {
      const data = changedFields(resource, params.data, params.previousData);
      // Nothing changed: nothing is sent, and the audit has no empty row.
      if (Object.keys(data).length === 0) return { data: params.previousData };
      const { json } = await http(`${base}/${pathOf(resource)}/${encodeURIComponent(params.id)}`, {
        method: 'PUT',
        body: JSON.stringify(data),
        headers: sawVersion(params.previousData),
      });
      return { data: withNulls(resource, json) };
    },
  };
}

/** A change of a row that somebody else has changed since it was read is refused (412). */
const sawVersion = ({ version }: { version?: number }) =>
  new Headers(version === undefined ? {} : { 'If-Match': `"${version}"` });

const batched = (ids: readonly Identifier[]): Identifier[][] =>
  Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, batch) =>
    ids.slice(batch * idsAtOnce, (batch + 1) * idsAtOnce),
  );

function serverFilter(filter: Record<string, unknown> = {}): Record<string, unknown> {
  return filter.billingEngine === withoutEngine ? { ...filter, billingEngine: '' } : filter;
}
