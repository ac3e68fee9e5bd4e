import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router';
import { pageOf, things } from '../api/addresses';
import { PageSkeleton } from '../design/Skeletons';
import { ErrorPage } from './ErrorPage';
import { homeLoader, operationLoader, pageLoader } from './loaders';
import { loadFrame } from './loadFrame';
import { NotFoundPage } from './NotFoundPage';
import { homePath, navigation, type Screen } from './navigation';
import { PrintLight } from './PrintLight';
import { type PageName, pageNames, thingPageNames } from './pages';
import { RouteFocus } from './RouteFocus';
import { hasPage, loadPage, loadWithQuestions } from './screens';

/** What stands around every page. */
function Root() {
  return (
    <>
      <RouteFocus />
      <PrintLight />
      <Outlet />
    </>
  );
}

/** A failing page leaves the frame around it standing. */
const boundary = { errorElement: <ErrorPage /> };

/** A part of the frame around the pages behind the sign-in, loaded at the same time as the page in it. */
const inFrame = (draw: (parts: Awaited<ReturnType<typeof loadFrame>>) => ReactNode) => async () => ({
  element: draw(await loadFrame()),
});

const page = (name: PageName) => async () => ({ Component: await loadPage(name) });

/** A participant's first page, with what it owes and when its next invoice comes. */
const myEnergy = (queries: QueryClient | undefined) => async () => {
  const [{ Component, ask }, { OwnOwed, OwnNextInvoice }] = await Promise.all([
    loadWithQuestions('MyEnergyPage'),
    loadFrame(),
  ]);
  return {
    element: <Component owed={<OwnOwed />} facts={<OwnNextInvoice />} />,
    ...(ask && queries && { loader: pageLoader(queries, 'dashboard', ask), shouldRevalidate }),
  };
};

/** Pages of participants beside their first one. */
const ownPages: RouteObject[] = [
  {
    path: 'my-invoices',
    lazy: inFrame(({ OwnGuard }) => <OwnGuard entry="invoices" />),
    children: [{ index: true, lazy: page('MyInvoicesPage') }],
  },
  {
    path: 'my-documents',
    lazy: inFrame(({ OwnGuard }) => <OwnGuard entry="documents" />),
    children: [{ index: true, lazy: page('MyDocumentsPage') }],
  },
  {
    path: 'my-data',
    lazy: inFrame(({ OwnGuard }) => <OwnGuard entry="data" />),
    children: [
      { index: true, lazy: page('MyDataPage') },
      { path: 'rights', lazy: page('MyRightsPage') },
    ],
  },
];

const pagesOfThings: RouteObject[] = things.map((thing) => ({
  path: `${pageOf(thing).folder}/:id`,
  lazy: inFrame(({ ThingDoor }) => <ThingDoor thing={thing} />),
  children: [{ index: true, lazy: page(thingPageNames[thing]) }],
}));

/** The operations, or what comes before the first of them. */
const homePage = async () => {
  const [Component, { FirstSteps, SeveralOperations }] = await Promise.all([loadPage('HomePage'), loadFrame()]);
  return { element: <Component firstSteps={<FirstSteps />} operations={<SeveralOperations />} /> };
};

/** The sign-in, which loads what is behind it while somebody types. */
const loginPage = async () => {
  const Component = await loadPage('LoginPage');
  return { element: <Component ahead={() => void Promise.all([loadFrame(), loadPage('HomePage')]).catch(() => {})} /> };
};

/** A search or a tab is another address, and not another page. */
const shouldRevalidate = () => false;

/** The page of a screen, whose data is asked for before it is drawn, and drawn with it where it comes at once. */
async function screenWithData(screen: Screen, path: string, queries: QueryClient | undefined) {
  const { Component, ask } = await loadWithQuestions(pageNames[screen]);
  if (!ask || !queries) return { Component };
  return {
    Component,
    loader: pageLoader(queries, path, ask),
    shouldRevalidate,
  };
}

/** One route for each path of the navigation whose page is part of this build. */
const operationPages = (queries: QueryClient | undefined): RouteObject[] =>
  [...new Map(navigation.map((item) => [item.path, item.screen]))].flatMap(([path, screen]) => {
    if (!screen || !hasPage(screen)) return [];
    const lazily = { lazy: () => screenWithData(screen, path, queries) };
    const children: RouteObject[] =
      screen === 'dashboard'
        ? [
            {
              lazy: inFrame(({ DashboardDoor }) => <DashboardDoor own={false} />),
              children: [{ index: true, ...lazily }],
            },
            {
              path: 'prod/:producerId',
              lazy: inFrame(({ DashboardDoor }) => <DashboardDoor own />),
              children: [{ index: true, lazy: myEnergy(queries) }],
            },
          ]
        : [{ index: true, ...lazily }, ...(screen === 'month' ? [{ path: ':month', ...lazily }] : [])];
    return [{ path, lazy: inFrame(({ Guard }) => <Guard path={path} />), children }];
  });

/** The pages; with a client of queries, their data is asked for while they are loaded. */
export const routesOf = (queries?: QueryClient): RouteObject[] => [
  {
    element: <Root />,
    hydrateFallbackElement: <PageSkeleton />,
    ...boundary,
    children: [
      { path: '/', element: <Navigate to={homePath} replace /> },
      { path: '/login', lazy: loginPage },
      { path: '/login/provider', lazy: page('ProviderLoginPage') },
      { path: '/forgottenPassword', lazy: page('ForgottenPasswordPage') },
      { path: '/initAccount', lazy: page('InitAccountPage') },
      { path: '/confirmEmail', lazy: page('ConfirmEmailPage') },
      { path: '/logout', lazy: page('LogoutPage') },
      {
        path: homePath,
        lazy: inFrame(({ RequireSession }) => <RequireSession />),
        children: [
          {
            lazy: inFrame(({ Shell }) => <Shell />),
            children: [
              {
                ...boundary,
                children: [
                  { index: true, lazy: homePage, ...(queries && { loader: homeLoader(queries), shouldRevalidate }) },
                  { path: 'account', lazy: page('AccountPage') },
                  { path: 'account/billing', lazy: page('AccountBillingPage') },
                  { path: 'account/security', lazy: page('AccountSecurityPage') },
                  { path: 'account/tokens', lazy: page('AccountTokensPage') },
                  { path: 'terms', lazy: page('TermsPage') },
                  { path: 'glossary', lazy: page('GlossaryPage') },
                  {
                    path: 'operations/:operationId',
                    lazy: inFrame(({ OperationLayout }) => <OperationLayout />),
                    children: [
                      {
                        index: true,
                        lazy: inFrame(({ FirstPage }) => <FirstPage />),
                        ...(queries && { loader: operationLoader(queries) }),
                      },
                      ...operationPages(queries),
                      ...ownPages,
                      ...pagesOfThings,
                      {
                        path: 'history',
                        lazy: inFrame(({ Allowed }) => <Allowed permission="audit:read" />),
                        children: [{ index: true, lazy: page('HistoryPage') }],
                      },
                      { path: '*', element: <NotFoundPage /> },
                    ],
                  },
                  { path: '*', element: <NotFoundPage /> },
                ],
              },
            ],
          },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];

export const makeRouter = (queries: QueryClient) => createBrowserRouter(routesOf(queries));
