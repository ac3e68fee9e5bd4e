import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router';
import { PageSkeleton } from '../design/Skeletons';
import { ErrorPage } from './ErrorPage';
import { NotFoundPage } from './NotFoundPage';
import { homePath, navigation } from './navigation';
import { Allowed, DashboardDoor, FirstPage, Guard, OperationLayout } from './OperationLayout';
import { OwnInvoices } from './OwnInvoices';
import { PrintLight } from './PrintLight';
import { RequireSession } from './RequireSession';
import { RouteFocus } from './RouteFocus';
import { Shell } from './Shell';
import { hasPage, loadScreen } from './screens';

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

const home = async () => ({ Component: (await import('../features/home/HomePage')).HomePage });
const account = async () => {
  const { AccountPage } = await import('../features/account/AccountPage');
  return { element: <AccountPage below={<OwnInvoices />} /> };
};
const dashboard = async () => {
  const { DashboardPage } = await import('../features/dashboard/DashboardPage');
  return { element: <DashboardPage below={<OwnInvoices />} /> };
};
const terms = async () => ({ Component: (await import('../features/session/TermsPage')).TermsPage });
const login = async () => ({ Component: (await import('../features/session/LoginPage')).LoginPage });
const firstPassword = async () => ({
  Component: (await import('../features/session/InitAccountPage')).InitAccountPage,
});
const logout = async () => ({ Component: (await import('../features/session/LogoutPage')).LogoutPage });

const curveImport = async () => ({
  Component: (await import('../features/curveImport/CurveImportPage')).CurveImportPage,
});

/** Pages that another page leads to, and the menu does not. */
const furtherPages: RouteObject[] = [
  {
    path: 'imports',
    element: <Allowed permission="upload:view" />,
    children: [{ index: true, lazy: curveImport }],
  },
];

/** One route for each path of the navigation whose page is part of this build. */
const operationPages: RouteObject[] = [...new Map(navigation.map((item) => [item.path, item.screen]))].flatMap(
  ([path, screen]) => {
    if (!screen || !hasPage(screen)) return [];
    const page = { lazy: screen === 'dashboard' ? dashboard : () => loadScreen(screen) };
    const children: RouteObject[] =
      screen === 'dashboard'
        ? [
            { element: <DashboardDoor own={false} />, children: [{ index: true, ...page }] },
            { path: 'prod/:producerId', element: <DashboardDoor own />, children: [{ index: true, ...page }] },
          ]
        : [{ index: true, ...page }];
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
      { path: '/login', lazy: login },
      { path: '/initAccount', lazy: firstPassword },
      { path: '/logout', lazy: logout },
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
                  { index: true, lazy: home },
                  { path: 'account', lazy: account },
                  { path: 'terms', lazy: terms },
                  {
                    path: 'operations/:operationId',
                    element: <OperationLayout />,
                    children: [
                      { index: true, element: <FirstPage /> },
                      ...operationPages,
                      ...furtherPages,
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
