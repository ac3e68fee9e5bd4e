import type { Schemas } from '@openpmo/sdk';
import { fr } from '@openpmo/ui/i18n/fr';
import { makeTranslator } from '@openpmo/ui/i18n/translator';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeAuthProvider } from './auth';
import { makeHttp } from './http';

const translator = makeTranslator('fr', [fr]);

const admin: Schemas['Session'] = {
  id: '0199b0aa-0000-7000-8000-000000000001',
  email: 'admin@demo.pmo',
  firstname: 'Alix',
  lastname: 'Durand',
  role: 'admin',
  initialized: true,
  hasAcceptedCgu: false,
  language: 'fr',
  policy: ['admin:read'],
};
const organizer: Schemas['Session'] = { ...admin, role: 'organizer' };
const signedIn: Schemas['LoginReply'] = { success: true, role: 'admin' };
const problem = (key: string, status: number): Schemas['Problem'] => ({
  type: `urn:pmo:problem:${key}`,
  title: key,
  status,
  key,
  requestId: 'r1',
});

interface Answer {
  status?: number;
  body?: unknown;
}

function start(answers: Record<string, Answer>) {
  const asked: { call: string; body: unknown }[] = [];
  globalThis.fetch = vi.fn(async (url, options) => {
    const call = `${options?.method ?? 'GET'} ${url}`;
    asked.push({ call, body: options?.body ? JSON.parse(String(options.body)) : undefined });
    const { status = 200, body } = answers[call] ?? { status: 404, body: problem('notFound', 404) };
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'Content-Type': type },
    });
  });
  const leave = vi.fn();
  const auth = makeAuthProvider({ http: makeHttp(() => translator), translator: () => translator, leave });
  return { auth, asked, answers, leave, calls: () => asked.map(({ call }) => call) };
}

const credentials = { email: 'admin@demo.pmo', password: 'demo-pmo-2026' };
const login = 'POST /api/session/login';
const session = 'GET /api/session';
const logout = 'GET /api/session/logout';

const fetchBefore = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = fetchBefore;
});

describe('login', () => {
  it('signs in to the application admin', async () => {
    const { auth, asked, leave } = start({ [login]: { body: signedIn }, [session]: { body: admin } });
    await auth.login(credentials);
    expect(asked[0]).toEqual({
      call: login,
      body: { ...credentials, application: 'admin' } satisfies Schemas['LoginRequest'],
    });
    expect(leave).not.toHaveBeenCalled();
    expect(await auth.getIdentity?.()).toEqual({ id: admin.id, fullName: 'Alix Durand' });
    expect(await auth.getPermissions?.({})).toBe('admin');
  });

  it.each([
    ['a wrong password', { status: 401, body: problem('login.invalid', 401) }, fr.session['login.failed']],
    ['another role', { status: 401, body: problem('login.notAdmin', 401) }, fr.errors['login.notAdmin']],
    ['a reply of another role', { body: { success: true, role: 'organizer' } }, fr.session['login.failed']],
    ['a reply without success', { body: { success: false, role: 'admin' } }, fr.session['login.failed']],
  ])('refuses %s and asks for no session', async (_, answer, message) => {
    const { auth, calls } = start({ [login]: answer, [session]: { body: organizer } });
    await expect(auth.login(credentials)).rejects.toThrow(message);
    expect(calls()).toEqual([login]);
  });

  it('says the sentence of the specification', () => {
    expect(fr.session['login.failed']).toBe('Utilisateur inconnu ou mot de passe incorrect');
  });

  it('leaves for the first password when it was not changed', async () => {
    const { auth, leave } = start({
      [login]: { body: signedIn },
      [session]: { body: { ...admin, initialized: false } },
    });
    await auth.login(credentials);
    expect(leave).toHaveBeenCalledWith('/initAccount');
  });
});

describe('checkAuth', () => {
  it('lets an admin in', async () => {
    const { auth } = start({ [session]: { body: admin } });
    await expect(auth.checkAuth({})).resolves.toBeUndefined();
  });

  it('refuses a visitor without a word', async () => {
    const { auth } = start({ [session]: { status: 401, body: problem('unauthenticated', 401) } });
    await expect(auth.checkAuth({})).rejects.toMatchObject({ message: false });
  });

  it('refuses an organizer and leaves the session of the operator application alone', async () => {
    const { auth, calls } = start({ [session]: { body: organizer }, [logout]: { status: 204 } });
    await expect(auth.checkAuth({})).rejects.toThrow(fr.errors['login.notAdmin']);
    await auth.logout({});
    expect(calls()).not.toContain(logout);
  });

  it('keeps an admin in while the server does not answer', async () => {
    const { auth, answers } = start({ [session]: { body: admin } });
    await auth.checkAuth({});
    answers[session] = { status: 503, body: problem('internal', 503) };
    await expect(auth.checkAuth({})).resolves.toBeUndefined();
    answers[session] = { status: 401, body: problem('unauthenticated', 401) };
    await expect(auth.checkAuth({})).rejects.toBeDefined();
  });
});

describe('errors and signing out', () => {
  it.each([
    [401, true],
    [403, true],
    [400, false],
    [404, false],
    [409, false],
    [500, false],
  ])('%d signs out: %s', async (status, signsOut) => {
    const { auth } = start({});
    const checked = auth.checkError(new HttpError('x', status));
    await (signsOut ? expect(checked).rejects.toBeDefined() : expect(checked).resolves.toBeUndefined());
  });

  it('ends the session of an admin, once', async () => {
    const { auth, calls } = start({ [session]: { body: admin }, [logout]: { status: 204 } });
    await auth.checkAuth({});
    await auth.logout({});
    await auth.logout({});
    expect(calls().filter((call) => call === logout)).toHaveLength(1);
  });
});
