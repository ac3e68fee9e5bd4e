import { useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useOperation } from '../../api/operations';
import { useSession } from '../../api/session';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { PageSkeleton } from '../../design/Skeletons';
import { Dashboard } from './Dashboard';
import { useOwnSites } from './queries';
import { viewpointOf } from './viewpoint/viewpoint';

interface Further {
  below?: ReactNode;
  facts?: ReactNode;
}

/**
 * The dashboard of an operation; for a participant, that of one of its sites (specification section 6),
 * with what the application puts below it and among the first facts.
 */
export function DashboardPage({ below, facts }: Further) {
  const { role } = useSession();
  const { id } = useOperation();
  if (role === 'participant') return <OwnDashboard {...{ below, facts }} />;
  return <Dashboard view={{ kind: 'operation', operationId: id }} own={[]} />;
}

function OwnDashboard({ below, facts }: Further) {
  const t = useT();
  const { role } = useSession();
  const { id } = useOperation();
  const { producerId } = useParams();
  const [params] = useSearchParams();
  const sites = useOwnSites(role);
  if (sites.isPending) return <PageSkeleton />;
  if (sites.isError) {
    return (
      <Page title={t('dashboard.title')}>
        <ErrorPanel error={sites.error} onRetry={() => sites.refetch()} />
      </Page>
    );
  }
  const own = sites.data.flatMap(({ participant }) => (participant.operationId === id ? [participant] : []));
  const view = viewpointOf(id, own, {
    siteId: params.get('site') ?? undefined,
    producerId,
    side: params.get('side'),
  });
  if (!view) {
    return (
      <Page title={t('dashboard.title')}>
        <EmptyState kind="none" title={t('dashboard.noSite')} advice={t('dashboard.noSiteAdvice')} />
      </Page>
    );
  }
  return <Dashboard view={view} own={own} {...{ below, facts }} />;
}
