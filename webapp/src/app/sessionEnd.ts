import type { Schemas } from '@openpmo/sdk';
import type { QueryClient } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router';
import { outside } from '../api/outside';
import { ownLogout, withRedirect } from '../api/redirect';
import { configQuery } from '../api/session';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'navigate'>;

/** Leads a person whose session has ended through the logout, which brings back here after the login. */
export function sessionEnded(router: Router, queries: QueryClient): void {
  const { location } = router.state;
  if (/^\/(login|logout)$/.test(location.pathname)) return;
  const logout = queries.getQueryData<Schemas['Config']>(configQuery().queryKey)?.logoutUrl ?? ownLogout;
  const target = withRedirect(logout, location);
  if (logout === ownLogout) void router.navigate(target, { replace: true });
  else outside.go(target);
}
