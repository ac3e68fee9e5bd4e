import '@fontsource-variable/inter/index.css';
import type { Schemas } from '@openpmo/sdk';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { onUnauthorized } from './api/client';
import { withRedirect } from './api/redirect';
import { configQuery } from './api/session';
import { Providers, queryClient } from './app/Providers';
import { makeRouter } from './app/router';

const router = makeRouter();

/** A session that ended: through the logout page, which brings back here after the login. */
onUnauthorized(() => {
  const { location } = router.state;
  if (/^\/(login|logout)$/.test(location.pathname)) return;
  const logout = queryClient.getQueryData<Schemas['Config']>(configQuery().queryKey)?.logoutUrl ?? '/logout';
  const target = withRedirect(logout, location);
  if (target.startsWith('/')) void router.navigate(target, { replace: true });
  else globalThis.location.assign(target);
});

void queryClient.prefetchQuery(configQuery());

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}
