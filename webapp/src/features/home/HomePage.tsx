import Card from '@mui/material/Card';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useMemo } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useOperations } from '../../api/operations';
import { useSession } from '../../api/session';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { PageSkeleton, RowsSkeleton } from '../../design/Skeletons';
import { SupportContact } from '../../design/SupportContact';
import { matching } from '../../design/search';
import { HomeToolbar, type View } from './HomeToolbar';
import { OperationCards } from './OperationCards';

/** Few look at the table, and it weighs as much as the rest of the page. */
const OperationTable = lazy(async () => ({ default: (await import('./OperationTable')).OperationTable }));

/** The operations of the signed-in person; a single one opens at once. */
export function HomePage() {
  const t = useT();
  const session = useSession();
  const query = useOperations(session);
  const [params, setParams] = useSearchParams();
  const ids = useMemo(() => query.data?.map(({ id }) => id) ?? [], [query.data]);
  if (query.isPending) return <PageSkeleton />;
  if (query.isError) {
    return (
      <Page title={t('home.title')}>
        <ErrorPanel error={query.error} onRetry={() => query.refetch()} />
      </Page>
    );
  }
  const operations = query.data;
  const [only] = operations;
  if (only && operations.length === 1) return <Navigate to={`/pmo/operations/${only.id}`} replace />;
  const search = params.get('q') ?? '';
  const view: View = params.get('view') === 'table' ? 'table' : 'cards';
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const found = matching(operations, search, ({ name, externalId }) => `${name} ${externalId}`);
  return (
    <Page
      title={t('home.title')}
      subtitle={operations.length > 0 && t('home.subtitle', { smart_count: operations.length })}
    >
      {operations.length === 0 ? (
        <Card>
          <EmptyState kind="none" title={t('home.empty.title')} advice={<Advice />} />
        </Card>
      ) : (
        <>
          <HomeToolbar
            search={search}
            view={view}
            onSearch={(q) => set('q', q)}
            onView={(next) => set('view', next === 'table' ? next : '')}
          />
          {found.length === 0 ? (
            <Card>
              <EmptyState kind="noMatch" onClear={() => set('q', '')} />
            </Card>
          ) : view === 'cards' ? (
            <OperationCards operations={found} among={ids} />
          ) : (
            <Suspense fallback={<RowsSkeleton rows={found.length} />}>
              <OperationTable operations={found} among={ids} />
            </Suspense>
          )}
        </>
      )}
    </Page>
  );
}

/** Whom to ask depends on who is looking. */
function Advice() {
  const t = useT();
  const { role } = useSession();
  return (
    <>
      <p>{t(role === 'admin' ? 'home.empty.organizer' : `home.empty.${role}`)}</p>
      <SupportContact />
    </>
  );
}
