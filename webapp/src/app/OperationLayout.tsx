import { I18nProvider, useTranslator } from '@openpmo/ui/i18n/context';
import { Suspense } from 'react';
import { Navigate, Outlet, useParams, useSearchParams } from 'react-router';
import { pageOf, type Thing } from '../api/addresses';
import { OperationContext, useOperation, useOperations } from '../api/operations';
import { useCan, useSession } from '../api/session';
import { ErrorPanel } from '../design/ErrorPanel';
import { Page } from '../design/Page';
import { PageSkeleton } from '../design/Skeletons';
import { Brand } from './Brand';
import { ForbiddenPage } from './ForbiddenPage';
import { NotFoundPage } from './NotFoundPage';
import { accessTo, menuFor, navigation, navigationContext, type OwnKey, ownEntriesFor, pathOf } from './navigation';
import { hasPage } from './screens';

/** Gives the pages below their operation, its zone and its colours. */
export function OperationLayout() {
  const { operationId } = useParams();
  const translator = useTranslator();
  const session = useSession();
  const operations = useOperations(session);
  const operation = operations.data?.find((one) => one.id === operationId);
  if (operations.isPending) return <PageSkeleton />;
  if (operations.isError) {
    return (
      <Page title={translator.t('home.title')}>
        <ErrorPanel error={operations.error} onRetry={() => operations.refetch()} />
      </Page>
    );
  }
  if (!operation) return <NotFoundPage />;
  return (
    <OperationContext value={operation}>
      <Brand theme={operation.theme} />
      <I18nProvider translator={translator} zone={operation.timezone}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </I18nProvider>
    </OperationContext>
  );
}

/** Opens a page, hides it, or refuses it, by the same table as the menu. */
export function Guard({ path }: { path: string }) {
  const operation = useOperation();
  const session = useSession();
  switch (accessTo(path, navigationContext(operation, session))) {
    case 'open':
      return <Outlet />;
    case 'hidden':
      return <NotFoundPage />;
    default:
      return <ForbiddenPage />;
  }
}

/** A page without an entry in the menu, reached from another one: opens with its right only. */
export function Allowed({ permission }: { permission: `${string}:${string}` }) {
  return useCan()(permission) ? <Outlet /> : <ForbiddenPage />;
}

/** A page of a participant's own menu; for others it is not there. */
export function OwnGuard({ entry }: { entry: OwnKey }) {
  const operation = useOperation();
  const session = useSession();
  const own = session.role === 'participant' ? ownEntriesFor(operation, session) : [];
  return own.some(({ key }) => key === entry) ? <Outlet /> : <NotFoundPage />;
}

/** The page of a thing: hidden where the operation has no such things, refused without the right to read them. */
export function ThingDoor({ thing }: { thing: Thing }) {
  const { permission, feature } = pageOf(thing);
  const { features } = useOperation();
  const can = useCan();
  if (feature && !features.includes(feature)) return <NotFoundPage />;
  return can(permission) ? <Outlet /> : <ForbiddenPage />;
}

/** The dashboard of an operation is not for participants: theirs is that of one producer. */
export function DashboardDoor({ own }: { own: boolean }) {
  const operation = useOperation();
  const { role } = useSession();
  const [params] = useSearchParams();
  const entry = navigation.find((item) => item.key === 'dashboard');
  if (own) return role === 'participant' ? <Outlet /> : <NotFoundPage />;
  if (role !== 'participant' || !entry) return <Outlet />;
  const path = pathOf(entry, operation, role);
  return path.includes('/prod/') ? <Navigate to={`${path}?${params}`} replace /> : <Outlet />;
}

/** An operation's address alone leads to its first page. */
export function FirstPage() {
  const operation = useOperation();
  const session = useSession();
  const first = menuFor(navigationContext(operation, session), hasPage)[0];
  return first ? <Navigate to={pathOf(first, operation, session.role)} replace /> : <ForbiddenPage />;
}
