import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { someSite } from '../test/records';
import { someOperation, someSession } from '../test/render';
import { serve } from '../test/server';
import { askEarly } from './early';
import type { PageName } from './pages';

const loaded = vi.fn((_: PageName) => Promise.resolve());

afterEach(() => {
  loaded.mockClear();
  globalThis.history.replaceState(null, '', '/');
});

async function early(path: string, operations: number, role: 'organizer' | 'participant') {
  loaded.mockClear();
  globalThis.history.replaceState(null, '', path);
  const asked: string[] = [];
  const all = Array.from({ length: operations }, (_, n) => someOperation({ id: `o${n}` }));
  serve({
    'GET /session': { body: someSession({ role }) },
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
  await askEarly(new QueryClient(), loaded);
  await new Promise((done) => setTimeout(done, 20));
  return { asked, pages: loaded.mock.calls.flat() };
}

describe('what home leads to', () => {
  it('is fetched with home: several operations and their month', async () => {
    expect(await early('/pmo', 2, 'organizer')).toEqual({ asked: ['months'], pages: ['OperationsPage'] });
  });

  it('is fetched with home: the site of a participant', async () => {
    expect(await early('/pmo', 1, 'participant')).toEqual({ asked: ['sites', 'sites'], pages: ['MyEnergyPage'] });
  });

  it('is not asked for in vain', async () => {
    expect(await early('/pmo?month=2026-09', 2, 'organizer')).toEqual({ asked: [], pages: ['OperationsPage'] });
    expect(await early('/pmo/account', 2, 'organizer')).toEqual({ asked: [], pages: [] });
    expect(await early('/login', 2, 'organizer')).toEqual({ asked: [], pages: [] });
  });
});
