import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router';
import { pageOf, type Thing, things } from '../api/addresses';
import { PageSkeleton } from '../design/Skeletons';
import { ErrorPage } from './ErrorPage';
import { FirstSteps, SeveralOperations } from './HomeParts';
import { NotFoundPage } from './NotFoundPage';
import { homePath, navigation } from './navigation';
import { Allowed, DashboardDoor, FirstPage, Guard, OperationLayout, OwnGuard, ThingDoor } from './OperationLayout';
import { OwnNextInvoice, OwnOwed } from './OwnInvoices';
import { PrintLight } from './PrintLight';
import { RequireSession } from './RequireSession';
import { RouteFocus } from './RouteFocus';
import { Shell } from './Shell';
import { hasPage, loadPage, loadScreen, type PageName } from './screens';

function Frame() {
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

const page = (name: PageName) => async () => ({ Component: await loadPage(name) });

/** A participant's first page, with what it owes and when its next invoice comes. */
const myEnergy = async () => {
  const Component = await loadPage('MyEnergyPage');
  return { element: <Component owed={<OwnOwed />} facts={<OwnNextInvoice />} /> };
};

/** Pages of participants beside their first one. */
const ownPages: RouteObject[] = [
  {
    path: 'my-invoices',
    element: <OwnGuard entry="invoices" />,
    children: [{ index: true, lazy: page('MyInvoicesPage') }],
  },
  { path: 'my-data', element: <OwnGuard entry="data" />, children: [{ index: true, lazy: page('MyDataPage') }] },
];

/** The page of each thing, from the one table of their addresses. */
const pageNames = {
  site: 'SitePage',
  client: 'ClientPage',
  issuer: 'IssuerPage',
  plan: 'PlanPage',
  invoice: 'InvoicePage',
  import: 'ImportPage',
  run: 'RunPage',
} as const satisfies Record<Thing, PageName>;

const pagesOfThings: RouteObject[] = things.map((thing) => ({
  path: `${pageOf(thing).folder}/:id`,
  element: <ThingDoor thing={thing} />,
  children: [{ index: true, lazy: page(pageNames[thing]) }],
}));

/** The operations, or what comes before the first of them. */
const homePage = async () => {
  const Component = await loadPage('HomePage');
  return { element: <Component firstSteps={<FirstSteps />} operations={<SeveralOperations />} /> };
};

/** Pages that another page leads to, and the menu does not. */
const furtherPages: RouteObject[] = [
  {
    path: 'imports',
    element: <Allowed permission="upload:view" />,
    children: [{ index: true, lazy: page('CurveImportPage') }],
  },
  {
    path: 'pmo',
    element: <Allowed permission="operation:visit" />,
    children: [{ index: true, lazy: page('PmoPage') }],
  },
];

/** One route for each path of the navigation whose page is part of this build. */
const operationPages: RouteObject[] = [...new Map(navigation.map((item) => [item.path, item.screen]))].flatMap(
  ([path, screen]) => {
    if (!screen || !hasPage(screen)) return [];
    const lazily = { lazy: () => loadScreen(screen) };
    const children: RouteObject[] =
      screen === 'dashboard'
        ? [
            { element: <DashboardDoor own={false} />, children: [{ index: true, ...lazily }] },
            { path: 'prod/:producerId', element: <DashboardDoor own />, children: [{ index: true, lazy: myEnergy }] },
          ]
        : [{ index: true, ...lazily }, ...(screen === 'month' ? [{ path: ':month', ...lazily }] : [])];
    return [{ path, element: <Guard path={path} />, children }];
  },
);

export const routes: RouteObject[] = [
  {
    element: <Frame />,
    hydrateFallbackElement: <PageSkeleton />,
    ...boundary,
    children: [
      { path: '/', element: <Navigate to={homePath} replace /> },
      { path: '/login', lazy: page('LoginPage') },
      { path: '/forgottenPassword', lazy: page('ForgottenPasswordPage') },
      { path: '/initAccount', lazy: page('InitAccountPage') },
      { path: '/logout', lazy: page('LogoutPage') },
      {
        path: homePath,
        element: <RequireSession />,
        children: [
          {
            element: <Shell />,
            children: [
              {
                ...boundary,
                children: [
                  { index: true, lazy: homePage },
                  { path: 'account', lazy: page('AccountPage') },
                  { path: 'terms', lazy: page('TermsPage') },
                  { path: 'glossary', lazy: page('GlossaryPage') },
                  {
                    path: 'operations/:operationId',
                    element: <OperationLayout />,
                    children: [
                      { index: true, element: <FirstPage /> },
                      ...operationPages,
                      ...furtherPages,
                      ...ownPages,
                      ...pagesOfThings,
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

export const makeRouter = () => createBrowserRouter(routes);
