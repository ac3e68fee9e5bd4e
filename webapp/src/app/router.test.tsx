import { ThemeProvider } from '@mui/material/styles';
import { I18nProvider } from '@openpmo/ui/i18n/context';
import { fr } from '@openpmo/ui/i18n/fr';
import { makeTranslator } from '@openpmo/ui/i18n/translator';
import { makeTheme } from '@openpmo/ui/theme/makeTheme';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { routes as weights } from '../../e2e/routes';
import { type Operation, OperationContext } from '../api/operations';
import { outside } from '../api/outside';
import { makeQueryClient } from '../api/queryClient';
import { configQuery, type Session } from '../api/session';
import { useSnackbars } from '../design/snackbars';
import { LogoutPage } from '../features/session/LogoutPage';
import { renderPage, someFeatures, someSession } from '../test/render';
import { serve } from '../test/server';
import { navigation } from './navigation';
import { Guard } from './OperationLayout';
import { routesOf } from './router';
import { sessionEnded } from './sessionEnd';

const routes = routesOf();

const id = '0199b0aa-0000-7000-8000-0000000000aa';
const operation = (name: string): Operation => ({
  id,
  name,
  externalId: 'ACC00000001',
  type: 'OPEN',
  dso: 'FAKE',
  country: 'FR',
  language: 'fr',
  siteIdentifier: 'prm',
  timezone: 'Europe/Paris',
  billingEngine: 'ENGINE_2025',
  jdbToggle: false,
  features: someFeatures,
  sitesNumber: 3,
  producersNumber: 1,
  consumersNumber: 2,
  functionalities: [],
  theme: { primary: '#001e62', secondary: '#f3b617' },
  useEnphaseData: false,
  anniversaryDate: '2020-01-01',
});

interface Scene {
  session?: Session;
  /** The session cannot be asked for. */
  failing?: boolean;
  /** What the session is once something was refused for a duty. */
  due?: Session;
  operations?: Operation[];
}

/** The whole application at an address, with a server that knows these operations. */
function open(
  path: string,
  {
    session,
    failing,
    due,
    operations = [operation('Val'), { ...operation('Bois'), id: id.replace('aa', 'bb') }],
  }: Scene,
) {
  const organizerId = '0199b0aa-0000-7000-8000-0000000000cc';
  const asked: string[] = serve({
    'GET /config': {
      body: { version: '0', demo: false, logoutUrl: '/logout', weather: false, support: { email: 'aide@pmo.test' } },
    },
    'GET /session': () => {
      if (failing) return { status: 500, body: { key: 'internal', requestId: 'r' } };
      if (due && asked.includes('GET /organizers/by-jwt')) return { body: due };
      return session ? { body: session } : { status: 401, body: { key: 'session.required' } };
    },
    'GET /organizers/by-jwt': due
      ? { status: 403, body: { key: 'terms.notAccepted' } }
      : { body: { id: organizerId, email: 'o@pmo.test' } },
    'GET /organizers/{organizerId}/operations': { body: operations },
    'GET /terms': { body: { version: '1', publishedAt: '2026-01-01', text: 'Texte.' } },
  });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const queries = makeQueryClient(() => {});
  render(
    <ThemeProvider theme={makeTheme()}>
      <QueryClientProvider client={queries}>
        <I18nProvider translator={makeTranslator('fr', [fr])}>
          <RouterProvider router={router} />
        </I18nProvider>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { router, asked };
}

const everything = navigation.map((item) => item.permission);
const organizer = someSession({ policy: everything });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('routes', () => {
  it('sends a visitor to the login and remembers the page', async () => {
    const { router } = open('/pmo/account?x=1', {});
    await heading('Connexion');
    expect(router.state.location.search).toBe('?redirect=%2Fpmo%2Faccount%3Fx%3D1');
  });

  it('sends the root to the application', async () => {
    const { router } = open('/', { session: organizer });
    await heading('Opérations');
    expect(router.state.location.pathname).toBe('/pmo');
  });

  it('asks a newcomer for a password before the terms', async () => {
    const { router } = open('/pmo', { session: { ...organizer, initialized: false, hasAcceptedCgu: false } });
    await heading('Choisissez votre mot de passe');
    expect(router.state.location.pathname).toBe('/initAccount');
  });

  it('shows the terms before any page', async () => {
    const { asked } = open('/pmo', { session: { ...organizer, hasAcceptedCgu: false } });
    expect(await screen.findByRole('dialog', { name: 'Conditions d’utilisation' })).toBeInTheDocument();
    expect(asked).not.toContain('GET /organizers/by-jwt');
  });

  it('leads a page that is open to the terms when new ones come into force', async () => {
    open('/pmo', { session: organizer, due: { ...organizer, hasAcceptedCgu: false } });
    expect(await screen.findByRole('dialog', { name: 'Conditions d’utilisation' })).toBeInTheDocument();
  });

  it('lets an admin in who has not accepted the terms', async () => {
    open('/pmo/account', { session: { ...organizer, role: 'admin', hasAcceptedCgu: false } });
    await heading('Mon compte');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says that a page is not there, with the support', async () => {
    open('/pmo/no/such/page', { session: organizer });
    await heading('La page est introuvable');
    expect(await screen.findByText(/aide@pmo\.test/)).toBeInTheDocument();
  });

  it('hides the bill runs where the operation does not offer them', async () => {
    open(`/pmo/operations/${id}/billing/invoices-run`, { session: organizer });
    await heading('La page est introuvable');
  });

  it('hides an operation that the person does not have', async () => {
    open(`/pmo/operations/${id.replace('aa', 'ff')}/dashboard`, { session: organizer });
    await heading('La page est introuvable');
  });

  it('refuses a page without its right', async () => {
    const element = (
      <OperationContext value={operation('Val')}>
        <Guard path="billing/plans" />
      </OperationContext>
    );
    renderPage(element, { session: { ...organizer, policy: [] } });
    await heading('Accès non autorisé');
  });

  it('opens the only operation at once', async () => {
    const { router } = open('/pmo', { session: organizer, operations: [operation('Val')] });
    await waitFor(() => expect(router.state.location.pathname).toContain(`/operations/${id}`));
  });

  it('shows the error page when the session cannot be asked for', async () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {});
    const scene = open('/pmo', { failing: true });
    await heading('Un problème est survenu');
    expect(screen.getByRole('button', { name: 'Actualiser' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Accueil' })).toHaveAttribute('href', '/pmo');
    const { result: shown } = renderHook(useSnackbars);
    const texts = shown.current.map(({ text }) => text);
    expect(texts).toContain('Si le problème persiste n’hésitez pas à nous contacter');
    expect(scene.router.state.location.pathname).toBe('/pmo');
    silence.mockRestore();
  });
});

describe('signing out', () => {
  const config = (logoutUrl: string) => ({
    body: { version: '0', demo: false, logoutUrl, weather: false, support: { email: 'aide@pmo.test' } },
  });
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['/logout', '/pmo/account', '/login?redirect=%2Fpmo%2Faccount', undefined],
    ['/logout', '', '/login', undefined],
    ['https://sso.example/out?client=pmo', '/pmo', undefined, 'https://sso.example/out?client=pmo&redirect=%2Fpmo'],
    ['/portal', '', undefined, '/portal'],
  ])('goes where the setting %s says, from %s', async (logoutUrl, redirect, own, foreign) => {
    const gone = vi.spyOn(outside, 'go').mockReturnValue();
    serve({ 'GET /config': config(logoutUrl), 'GET /session/logout': { status: 204 } });
    const { router } = renderPage(<LogoutPage />, {
      path: `/logout${redirect ? `?redirect=${encodeURIComponent(redirect)}` : ''}`,
    });
    await waitFor(() =>
      expect(own ? router.state.location.pathname + router.state.location.search : gone.mock.lastCall?.[0]).toBe(
        own ?? foreign,
      ),
    );
    expect(gone).toHaveBeenCalledTimes(own ? 0 : 1);
  });

  it.each([
    ['/logout', '/pmo/account?tab=1', '/logout?redirect=%2Fpmo%2Faccount%3Ftab%3D1', undefined],
    ['https://sso.example/out', '/pmo', undefined, 'https://sso.example/out?redirect=%2Fpmo'],
    ['https://sso.example/out', '/login', undefined, undefined],
  ])('of an ended session goes to %s from %s', (logoutUrl, path, own, foreign) => {
    const gone = vi.spyOn(outside, 'go').mockReturnValue();
    const queries = makeQueryClient(() => {});
    queries.setQueryData(configQuery().queryKey, config(logoutUrl).body);
    const router = createMemoryRouter([{ path: '*', element: null }], { initialEntries: [path] });
    const navigate = vi.spyOn(router, 'navigate').mockResolvedValue();
    sessionEnded(router, queries);
    expect(navigate.mock.calls.map(([to]) => to)).toEqual(own ? [own] : []);
    expect(gone.mock.calls.map(([to]) => to)).toEqual(foreign ? [foreign] : []);
  });
});

describe('the weights of routes', () => {
  /** Every address that draws a page, as the router writes it. */
  const pagesIn = (of: readonly RouteObject[], above = ''): string[] =>
    of.flatMap(({ path, index, children, lazy }) => {
      const here = path?.startsWith('/') ? path : [above, path].filter(Boolean).join('/');
      const own = children || (!index && path === undefined) || path === '*' || !lazy ? [] : [here];
      return [...own, ...pagesIn(children ?? [], here)];
    });
  // An operation's address alone leads to its first page.
  const leading = ['/pmo/operations/:operationId'];

  it('have a line for every page', () => {
    const pages = pagesIn(routes).filter((path) => !leading.includes(path));
    expect(pages.length).toBeGreaterThan(25);
    expect([...new Set(weights.map(({ route }) => route))].sort()).toEqual([...new Set(pages)].sort());
  });
});
