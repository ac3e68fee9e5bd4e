import type { Schemas } from '@openpmo/sdk';
import { fr } from '@openpmo/ui/i18n/fr';
import { makeTranslator } from '@openpmo/ui/i18n/translator';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { longestPage, makeDataProvider, withoutEngine } from './data';
import { makeHttp } from './http';

const id = '0199b0aa-0000-7000-8000-000000000001';

const operation: Schemas['AdminOperation'] = {
  id,
  version: 7,
  name: 'Soleil du Val',
  externalId: 'ACC00000043',
  dso: 'ENEDIS',
  type: 'OPEN',
  billingEngine: 'ENGINE_2025',
  jdbToggle: false,
  functionalities: [],
  latitude: 48.3517,
  longitude: -1.2044,
  consumersNumber: 20,
  producersNumber: 3,
  createdAt: '2026-10-01T08:00:00+02:00',
  organizerIds: [id],
  observerIds: [],
};

const user: Schemas['AdminUser'] = {
  id,
  version: 2,
  email: 'a@exemple.org',
  role: 'organizer',
  firstname: 'Noé',
  language: 'fr',
  initialized: true,
  active: true,
  createdAt: '2026-10-01T08:00:00+02:00',
};

interface Asked {
  method: string;
  path: string;
  query: Record<string, unknown>;
  body: unknown;
  language: string | null;
  ifMatch?: string;
}

/** Stands in for the server: answers every call alike and keeps what was asked. */
function answerWith(body: unknown, init: ResponseInit & { range?: string } = {}): Asked[] {
  const asked: Asked[] = [];
  globalThis.fetch = vi.fn(async (url, options) => {
    const { pathname, searchParams } = new URL(String(url), 'http://pmo.invalid');
    const query = Object.fromEntries([...searchParams].map(([name, value]) => [name, JSON.parse(value)]));
    const sent = options?.body ? JSON.parse(String(options.body)) : undefined;
    const language = new Headers(options?.headers).get('Accept-Language');
    const ifMatch = new Headers(options?.headers).get('If-Match');
    const call = { method: options?.method ?? 'GET', path: pathname, query, body: sent, language };
    asked.push(ifMatch === null ? call : { ...call, ifMatch });
    const type = (init.status ?? 200) < 400 ? 'application/json' : 'application/problem+json';
    const answer = typeof body === 'function' ? body(query) : body;
    const headers = { 'Content-Type': type, 'Content-Range': init.range ?? 'rows 0-0/1' };
    return new Response(JSON.stringify(answer), { status: init.status ?? 200, headers });
  });
  return asked;
}

const data = makeDataProvider(makeHttp(() => makeTranslator('fr', [fr])));
const fetchBefore = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = fetchBefore;
});

const page = (perPage: number, filter = {}) => ({
  pagination: { page: 1, perPage },
  sort: { field: 'name', order: 'ASC' as const },
  filter,
});

describe('lists', () => {
  it('asks as ra-data-simple-rest does and reads the total', async () => {
    const asked = answerWith([operation], { range: 'operations 0-0/237' });
    const found = await data.getList('operations', page(25, { dso: 'ENEDIS' }));
    expect(asked).toEqual([
      {
        method: 'GET',
        path: '/api/admin/operations',
        query: { sort: ['name', 'ASC'], range: [0, 24], filter: { dso: 'ENEDIS' } },
        body: undefined,
        language: 'fr',
      },
    ]);
    expect(found.total).toBe(237);
    expect(found.data).toEqual([operation]);
  });

  it('reads an empty list', async () => {
    answerWith([], { range: 'operations */0' });
    expect(await data.getList('operations', page(25))).toMatchObject({ data: [], total: 0 });
  });

  it('rewrites the path of the terms approvals', async () => {
    const asked = answerWith([], { range: 'cgu-approvals */0' });
    await data.getList('cgu-approvals', page(25));
    expect(asked[0]?.path).toBe('/api/admin/cgu/approvals');
  });

  it('rewrites participant bills to bills of that type, a page or a few by their ids', async () => {
    const asked: string[] = [];
    globalThis.fetch = vi.fn(async (url) => {
      asked.push(String(url));
      return new Response('[]', { headers: { 'Content-Type': 'application/json', 'Content-Range': 'bills */0' } });
    });
    await data.getList('participant-bills', page(25, { paymentStatus: 'PENDING' }));
    await data.getList('producer-bills', page(25));
    await data.getMany('participant-bills', { ids: [id] });
    await data.getOne('participant-bills', { id });
    const told = asked.map((url) => new URL(url, 'http://pmo.invalid'));
    expect(told.map(({ pathname, searchParams }) => [pathname, searchParams.get('billType')])).toEqual([
      ['/api/admin/bills', 'participant'],
      ['/api/admin/bills', 'producer'],
      ['/api/admin/bills', 'participant'],
      [`/api/admin/bills/${id}`, null],
    ]);
    expect(told[0]?.searchParams.get('filter')).toBe('{"paymentStatus":"PENDING"}');
    expect(told[0]?.searchParams.get('range')).toBe('[0,24]');
  });

  it('changes of a bill whether it was paid and what its document is called, nothing else', async () => {
    const bill = { id, version: 3, paymentStatus: 'PENDING', documentName: 'f-2026-10-31-Anne', amountCents: 7750 };
    const asked = answerWith(bill);
    await data.update('producer-bills', {
      id,
      data: { ...bill, paymentStatus: 'SUCCEEDED', amountCents: 1 },
      previousData: bill,
    });
    expect(asked[0]).toMatchObject({ method: 'PUT', path: `/api/admin/bills/${id}`, ifMatch: '"3"' });
    expect(asked[0]?.body).toEqual({ paymentStatus: 'SUCCEEDED' } satisfies Schemas['BillUpdate']);
  });

  it('asks for operations without engine by an empty text', async () => {
    const asked = answerWith([], { range: 'operations */0' });
    await data.getList('operations', page(25, { billingEngine: withoutEngine, q: 'val' }));
    expect(asked[0]?.query.filter).toEqual({ billingEngine: '', q: 'val' });
  });

  it('reads an export page by page, until the end', async () => {
    const total = 2 * longestPage + 3;
    const rows = ({ range: [from, to] }: { range: [number, number] }) =>
      Array.from({ length: Math.min(to + 1, total) - from }, (_, row) => ({ ...operation, id: String(from + row) }));
    const asked = answerWith(rows, { range: `operations 0-0/${total}` });
    const found = await data.getList('operations', page(1_000_000));
    expect(asked.map(({ query }) => query.range)).toEqual([
      [0, 999],
      [1000, 1999],
      [2000, 2999],
    ]);
    expect(new Set(found.data.map((row) => row.id)).size).toBe(total);
  });

  it('names at most 100 ids in one call', async () => {
    const asked = answerWith([operation]);
    const ids = Array.from({ length: 250 }, (_, n) => `id-${n}`);
    await data.getMany('operations', { ids });
    expect(asked.map(({ query }) => (query.filter as { id: string[] }).id.length)).toEqual([100, 100, 50]);
  });
});

describe('writes', () => {
  it('creates with what the contract takes and leaves empty fields out', async () => {
    const asked = answerWith({ ...user, initialPassword: 'abcd' }, { status: 201 });
    const form = { email: 'a@exemple.org', role: 'organizer', firstname: '', password: null, id: 'x', note: 'y' };
    const { data: created } = await data.create('users', { data: form });
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/api/admin/users' });
    expect(asked[0]?.body).toEqual({
      email: 'a@exemple.org',
      role: 'organizer',
    } satisfies Schemas['AdminUserCreation']);
    expect(created.initialPassword).toBe('abcd');
  });

  it('updates with the changed fields only, never with read-only ones', async () => {
    const asked = answerWith({ ...operation, name: 'Autre' });
    const form = { ...operation, name: 'Autre', observerIds: [id], dso: 'SIBELGA', consumersNumber: 99 };
    await data.update('operations', { id, data: form, previousData: operation });
    expect(asked[0]).toMatchObject({ method: 'PUT', path: `/api/admin/operations/${id}`, ifMatch: '"7"' });
    expect(asked[0]?.body).toEqual({ name: 'Autre', observerIds: [id] } satisfies Schemas['AdminOperationUpdate']);
  });

  it('clears by null, and shows what was cleared as null', async () => {
    const { billingEngine: _, latitude: __, longitude: ___, ...old } = operation;
    const asked = answerWith(old);
    const { data: changed } = await data.update('operations', {
      id,
      data: { ...operation, billingEngine: '', latitude: null, longitude: '' },
      previousData: operation,
    });
    expect(asked[0]?.body).toEqual({
      billingEngine: null,
      latitude: null,
      longitude: null,
    } satisfies Schemas['AdminOperationUpdate']);
    expect(changed).toMatchObject({ billingEngine: null, latitude: null, longitude: null });
  });

  it('sends nothing when nothing changed', async () => {
    const asked = answerWith(user);
    const { data: same } = await data.update('users', {
      id,
      data: { ...user, lastname: null, structure: '', operationIds: [] },
      previousData: user,
    });
    expect(asked).toEqual([]);
    expect(same).toEqual(user);
  });

  it('blocks an account by one field', async () => {
    const asked = answerWith({ ...user, active: false });
    await data.update('users', { id, data: { active: false }, previousData: user });
    expect(asked[0]?.body).toEqual({ active: false } satisfies Schemas['AdminUserUpdate']);
  });
});

describe('failures', () => {
  const problem: Schemas['Problem'] = {
    type: 'urn:pmo:problem:request.invalid',
    title: 'Invalid request',
    status: 400,
    key: 'no.such.key',
    detail: 'Requête invalide',
    requestId: 'r1',
    errors: [
      { key: 'user.emailUsed', field: 'email', detail: 'ignored: the key has a text' },
      { key: 'id.invalid', field: 'operationIds.3', detail: 'x' },
    ],
  };

  it('puts field errors where the form has them, in words', async () => {
    answerWith(problem, { status: 400 });
    const error = await data.create('users', { data: { email: 'a' } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({
      status: 400,
      message: 'Requête invalide',
      body: {
        errors: {
          email: fr.errors['user.emailUsed'],
          operationIds: fr.errors['id.invalid'],
          root: { serverError: 'Requête invalide' },
        },
      },
    });
  });

  it('says that somebody else was first', async () => {
    answerWith({ ...problem, status: 412, key: 'object.changed', errors: [] }, { status: 412 });
    const changed = data.update('users', { id, data: { active: false }, previousData: user });
    await expect(changed).rejects.toMatchObject({ status: 412, message: fr.errors['object.changed'] });
  });

  it('says so when the server is not reached', async () => {
    globalThis.fetch = vi.fn(async () => {
      throw new TypeError('Failed to fetch');
    });
    await expect(data.getOne('users', { id })).rejects.toMatchObject({ status: 0, message: fr.shell['error.network'] });
  });
});
