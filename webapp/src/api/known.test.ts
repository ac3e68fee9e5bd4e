import { beforeEach, describe, expect, it } from 'vitest';
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
    expect(ask('/api/operations')).toBeUndefined();
    expect(await ask('/api/operations?detailed=true')?.json()).toEqual([1]);
    expect(await ask('/api/session')?.json()).toEqual({ role: 'organizer' });
    expect(ask('/api/session')).toBeUndefined();
  });

  it('hold no longer once something is written', () => {
    expect(ask('/api/session/login', 'POST')).toBeUndefined();
    expect(ask('/api/session')).toBeUndefined();
  });

  it('hold no longer once the session is ended', () => {
    expect(ask('/api/session/logout')).toBeUndefined();
    expect(ask('/api/session')).toBeUndefined();
  });

  it('are none where the page brings none', () => {
    ask('/api/x', 'DELETE');
    readKnown(document.implementation.createHTMLDocument());
    expect(ask('/api/session')).toBeUndefined();
  });
});
