import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerKnown, readKnown } from './known';

const page = (answers: unknown) => {
  const made = document.implementation.createHTMLDocument();
  made.body.innerHTML = `<script type="application/json" id="known">${JSON.stringify(answers)}</script>`;
  return made;
};
const ask = (path: string, method = 'GET') => answerKnown(new Request(`http://pmo.test${path}`, { method }));

describe('answers that a page came with', () => {
  beforeEach(() => {
    readKnown(
      page([
        { path: '/api/session', body: { role: 'organizer' } },
        { path: '/api/operations?detailed=true', body: [1] },
      ]),
    );
  });

  it('are told once, to the question with the same search', async () => {
    expect(await ask('/api/operations')).toBeUndefined();
    expect(await (await ask('/api/operations?detailed=true'))?.json()).toEqual([1]);
    expect(await (await ask('/api/session'))?.json()).toEqual({ role: 'organizer' });
    expect(await ask('/api/session')).toBeUndefined();
  });

  it('hold no longer once something is written', async () => {
    expect(await ask('/api/session/login', 'POST')).toBeUndefined();
    expect(await ask('/api/session')).toBeUndefined();
  });

  it('hold no longer once the session is ended', async () => {
    expect(await ask('/api/session/logout')).toBeUndefined();
    expect(await ask('/api/session')).toBeUndefined();
  });

  it('are none where the page brings none', async () => {
    await ask('/api/x', 'DELETE');
    readKnown(document.implementation.createHTMLDocument());
    expect(await ask('/api/session')).toBeUndefined();
  });
});

describe('answers that a page asked for ahead', () => {
  const asked = (answers: Record<string, Promise<Response | undefined>>) =>
    Object.assign(globalThis, { ahead: new Map(Object.entries(answers)) });
  afterEach(() => asked({}));

  it('are waited for, and told once', async () => {
    asked({ '/api/months': Promise.resolve(Response.json([{ month: '2026-10' }])) });
    expect(await ask('/api/months?q=x')).toBeUndefined();
    expect(await (await ask('/api/months'))?.json()).toEqual([{ month: '2026-10' }]);
    expect(await ask('/api/months')).toBeUndefined();
  });

  it('are asked again where they were refused or did not come', async () => {
    asked({
      '/api/months': Promise.resolve(new Response('{}', { status: 503 })),
      '/api/jobs': Promise.resolve(undefined),
    });
    expect(await ask('/api/months')).toBeUndefined();
    expect(await ask('/api/jobs')).toBeUndefined();
  });

  it('hold no longer once something is written', async () => {
    asked({ '/api/months': Promise.resolve(Response.json([])) });
    await ask('/api/invoices', 'POST');
    expect(await ask('/api/months')).toBeUndefined();
  });
});
