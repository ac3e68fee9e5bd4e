import { describe, expect, it } from 'vitest';
import { afterLogin, ownPath, withRedirect } from './redirect';
import type { Session } from './session';

describe('ownPath', () => {
  it.each([
    ['/pmo/operations/1/dashboard?from=2026-01-01', '/pmo/operations/1/dashboard?from=2026-01-01'],
    ['/admin', '/admin'],
    ['//evil.example/x', undefined],
    ['/\\evil.example', undefined],
    ['/\t/evil.example', undefined],
    ['https://evil.example', undefined],
    ['javascript:alert(1)', undefined],
    ['/login?redirect=/pmo', undefined],
    ['/logout', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s becomes %s', (redirect, path) => expect(ownPath(redirect)).toBe(path));
});

describe('afterLogin', () => {
  const session: Session = {
    id: 'u',
    email: 'a@b.c',
    role: 'organizer',
    initialized: true,
    hasAcceptedCgu: true,
    language: 'fr',
    policy: [],
  };
  it.each([
    [{}, '/pmo/account', '/pmo/account'],
    [{}, null, '/pmo'],
    [{}, '//evil', '/pmo'],
    [{ initialized: false, hasAcceptedCgu: false }, '/pmo/account', '/initAccount'],
    [{ hasAcceptedCgu: false }, '/pmo/account', '/pmo'],
    [{ hasAcceptedCgu: false, role: 'admin' as const }, '/pmo/account', '/pmo/account'],
  ])('%j asking %s goes to %s', (part, redirect, path) =>
    expect(afterLogin({ ...session, ...part }, redirect)).toBe(path),
  );
});

describe('withRedirect', () => {
  it('carries path and query', () => {
    expect(withRedirect('/logout', { pathname: '/pmo', search: '?a=1' })).toBe('/logout?redirect=%2Fpmo%3Fa%3D1');
  });
});
