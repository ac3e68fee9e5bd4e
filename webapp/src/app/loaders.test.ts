import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { someSite } from '../test/records';
import { someOperation, someSession } from '../test/render';
import { serve } from '../test/server';
import { homeLoader, operationLoader, pageLoader } from './loaders';

/** A person with so many operations; `asked` is what the server was asked for beside them. */
function somebody(operations: number, role: 'organizer' | 'participant') {
  const asked: string[] = [];
  const all = Array.from({ length: operations }, (_, n) => someOperation({ id: `o${n}` }));
  serve({
    'GET /session': {
      body: someSession({
        role,
        policy: [
          'month:view',
          'dashboard:view',
          'upload:view',
          'month:visit',
          'dashboard:visit',
          'month:read',
          'dashboard:read',
        ],
      }),
    },
    'GET /organizers/by-jwt': { body: { id: 'me', email: 'organizer@demo.pmo' } },
    'GET /organizers/{organizerId}/operations': { body: all },
    'GET /months': () => {
      asked.push('months');
      return { body: [] };
    },
    'GET /participants/by-jwt': () => {
      asked.push('sites');
      return { body: all.map((operation) => ({ participant: someSite({ operationId: operation.id }), operation })) };
    },
  });
  return asked;
}

const at = (address: string, params = {}) =>
  ({ params, request: new Request(`http://pmo.test${address}`) }) as Parameters<ReturnType<typeof homeLoader>>[0];

// Only what never comes takes long: the time that a page waits passes when a test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const leadsTo = (reply: Response | null) => reply?.headers.get('Location');

describe('what home leads to', () => {
  it('is asked for with home: several operations and their months', async () => {
    const asked = somebody(2, 'organizer');
    expect(await homeLoader(new QueryClient())(at('/pmo'))).toBeNull();
    expect(asked).toEqual(['months']);
  });

  it('is not asked for in vain where the address names another month', async () => {
    const asked = somebody(2, 'organizer');
    await homeLoader(new QueryClient())(at('/pmo?month=2026-09'));
    expect(asked).toEqual([]);
  });

  it('is the first page of the only operation', async () => {
    somebody(1, 'organizer');
    expect(leadsTo(await homeLoader(new QueryClient())(at('/pmo')))).toMatch(/^\/pmo\/operations\/o0\/./);
  });

  it('is known to a participant from the one list of its sites', async () => {
    const asked = somebody(1, 'participant');
    expect(leadsTo(await homeLoader(new QueryClient())(at('/pmo')))).toMatch(/^\/pmo\/operations\/o0\//);
    expect(asked).toEqual(['sites']);
  });

  it('is home itself before the first operation', async () => {
    somebody(0, 'organizer');
    expect(await homeLoader(new QueryClient())(at('/pmo'))).toBeNull();
  });
});

describe('the address of an operation alone', () => {
  it('leads to its first page, and elsewhere to none', async () => {
    somebody(2, 'organizer');
    const load = operationLoader(new QueryClient());
    expect(leadsTo(await load(at('/pmo/operations/o1', { operationId: 'o1' })))).toMatch(/^\/pmo\/operations\/o1\/./);
    expect(await load(at('/pmo/operations/other', { operationId: 'other' }))).toBeNull();
  });
});

describe('a page', () => {
  it('leads where its question says, with what stands in the address', async () => {
    somebody(1, 'organizer');
    const load = pageLoader(new QueryClient(), 'month', async (_, { id }, { tab }) => `/pmo/operations/${id}/${tab}`);
    expect(leadsTo(await load(at('/x?tab=a', { operationId: 'o0' })))).toBe('/pmo/operations/o0/a?tab=a');
  });

  it('is drawn without its data where that takes long, and where it fails', async () => {
    somebody(1, 'organizer');
    const never = pageLoader(new QueryClient(), 'month', () => new Promise(() => {}));
    const drawn = never(at('/x', { operationId: 'o0' }));
    await vi.advanceTimersByTimeAsync(200);
    expect(await drawn).toBeNull();
    const fails = pageLoader(new QueryClient(), 'month', () => Promise.reject(new Error('down')));
    expect(await fails(at('/x', { operationId: 'o0' }))).toBeNull();
  });
});
