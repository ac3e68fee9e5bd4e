import type { Session } from './session';

/** A redirect to a path of our own host, or nothing: never a way out to another site. */
export function ownPath(redirect: string | null | undefined): string | undefined {
  if (!redirect?.startsWith('/') || /^\/[/\\]/.test(redirect)) return undefined;
  const url = new URL(redirect, 'http://own.invalid');
  if (url.host !== 'own.invalid') return undefined;
  return /^\/(login|logout|initAccount)\b/.test(url.pathname) ? undefined : url.pathname + url.search + url.hash;
}

export const mustAcceptTerms = (session: Session): boolean => !session.hasAcceptedCgu && session.role !== 'admin';

/** Where a person goes after signing in (specification section 4). Home shows the terms when they wait. */
export function afterLogin(session: Session, redirect: string | null | undefined): string {
  if (!session.initialized) return '/initAccount';
  if (mustAcceptTerms(session)) return '/pmo';
  return ownPath(redirect) ?? '/pmo';
}

/** Our own page of signing out; the setting may name another address in its place. */
export const ownLogout = '/logout';

/** An address with a path as its redirect. */
export const redirecting = (address: string, to: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}redirect=${encodeURIComponent(to)}`;

/** An address with the present path as its redirect. */
export const withRedirect = (address: string, from: { pathname: string; search: string }): string =>
  redirecting(address, from.pathname + from.search);
