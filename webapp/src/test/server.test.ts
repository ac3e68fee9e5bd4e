import { describe, expect, it } from 'vitest';
import { client } from '../api/client';
import { serve, serveNothing } from './server';

const config = { version: '0', demo: false, logoutUrl: '/', weather: true, support: { email: 'aide@pmo.test' } };

describe('serve', () => {
  it('compiles with what the contract knows only', () => {
    serve({ 'GET /config': { body: config } });
    serve({ 'GET /config': () => ({ body: config }) });
    // @ts-expect-error no such path
    serve({ 'GET /configs': { body: config } });
    // @ts-expect-error no such method
    serve({ 'PUT /config': { body: config } });
    // @ts-expect-error no such field
    serve({ 'GET /config': { body: { ...config, versions: 1 } } });
    // @ts-expect-error no such field of what a function answers
    serve({ 'GET /config': () => ({ body: { ...config, versions: 1 } }) });
    // @ts-expect-error no such field within a field
    serve({ 'GET /config': () => ({ body: { ...config, support: { email: 'a', fax: 'b' } } }) });
    // @ts-expect-error a field is missing
    serve({ 'GET /config': () => ({ body: { version: '0' } }) });
    // @ts-expect-error no document
    serve({ 'GET /config': { file: { type: 'application/pdf', name: 'a.pdf', text: '%PDF' } } });
  });

  it('asks a written path before an open one, and says what is not there', async () => {
    const asked = serve({
      'GET /operations/{operationId}/billing/run/{runId}': { status: 500, body: { key: 'internal' } },
      'GET /operations/{operationId}/billing/run/last': { status: 204 },
    });
    const path = { operationId: 'o' };
    const { response } = await client.GET('/operations/{operationId}/billing/run/last', { params: { path } });
    expect(response.status).toBe(204);
    await expect(client.GET('/config')).rejects.toMatchObject({ status: 404, key: 'notFound' });
    expect(asked).toEqual(['GET /operations/o/billing/run/last', 'GET /config']);
  });

  it('is not there when told so', async () => {
    serveNothing();
    await expect(client.GET('/config')).rejects.toMatchObject({ status: 0, key: 'network' });
  });
});
