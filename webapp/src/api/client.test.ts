import { ApiError } from '@openpmo/sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serve, serveNothing } from '../test/server';
import { client, onUnauthorized } from './client';
import { makeQueryClient } from './queryClient';
import { texts } from './texts';

afterEach(() => {
  onUnauthorized(() => {});
});

const refused = { status: 401 as const, body: { key: 'session.required', requestId: 'r' } };

describe('client', () => {
  it('fetches the words of a refusal before it throws, and none for a question that leads to the sign-in', async () => {
    const { t, has } = await texts.open('fr');
    serve({ 'GET /appmap': refused, 'GET /config': { status: 400, body: { key: 'import.rejected', requestId: 'r' } } });
    await expect(client.GET('/appmap')).rejects.toThrow();
    expect(has('errors.default')).toBe(false);
    await expect(client.GET('/config')).rejects.toThrow();
    expect(has('errors.default')).toBe(true);
    expect(t('errors.import.rejected')).not.toBe('errors.import.rejected');
  });

  it('tells of an ended session, except for its three exceptions', async () => {
    const ended = vi.fn();
    onUnauthorized(ended);
    serve({
      'GET /session': refused,
      'POST /session/login': refused,
      'PUT /users/update-pw-with-old': refused,
      'GET /appmap': refused,
    });
    await expect(client.GET('/session')).rejects.toBeInstanceOf(ApiError);
    await expect(client.POST('/session/login', { body: { email: 'a', password: 'b' } })).rejects.toThrow();
    const passwords = { oldPassword: 'a', newPassword: 'b' };
    await expect(client.PUT('/users/update-pw-with-old', { body: passwords })).rejects.toThrow();
    expect(ended).not.toHaveBeenCalled();
    await expect(client.GET('/appmap')).rejects.toThrow();
    expect(ended).toHaveBeenCalledOnce();
  });

  it('throws the problem with its key, fields and code', async () => {
    const body = {
      key: 'import.rejected',
      requestId: 'r-1',
      errors: [{ key: 'prm.length', field: 'prm', row: 14 }, { key: 'x' }],
    };
    serve({ 'GET /config': { status: 400, body } });
    const failure = await client.GET('/config').catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ status: 400, key: 'import.rejected', code: 'import.rejected · r-1' });
    expect((failure as ApiError).fields).toEqual([{ key: 'prm.length', field: 'prm', row: 14 }]);
  });

  it('makes an error of a server that is not there', async () => {
    serveNothing();
    await expect(client.GET('/config')).rejects.toMatchObject({ status: 0, key: 'network' });
  });
});

describe('query client', () => {
  it('reports errors once, but neither 401 nor what a screen shows itself', async () => {
    const report = vi.fn();
    const queries = makeQueryClient(report);
    const fail = (status: number, silent: boolean) =>
      queries
        .fetchQuery({
          queryKey: [status, silent],
          queryFn: () => Promise.reject(new ApiError(status)),
          meta: { silent },
          retry: false,
        })
        .catch(() => undefined);
    await fail(401, false);
    await fail(500, true);
    expect(report).not.toHaveBeenCalled();
    await fail(500, false);
    expect(report).toHaveBeenCalledOnce();
  });
});
