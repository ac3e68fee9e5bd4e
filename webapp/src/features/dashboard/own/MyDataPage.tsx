import { useT } from '@openpmo/ui/i18n/context';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../../api/operations';
import { EmptyState } from '../../../design/EmptyState';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { Page } from '../../../design/Page';
import { PageSkeleton } from '../../../design/Skeletons';
import { Dashboard } from '../Dashboard';
import { viewpointOf } from '../viewpoint/viewpoint';
import { useOwnSitesHere } from './useOwnSitesHere';

/** A participant's own figures and curves of any period, on the side that is looked at, as pictures and as files. */
export function MyDataPage() {
  const t = useT();
  const operation = useOperation();
  const [params] = useSearchParams();
  const { state, own } = useOwnSitesHere(params.get('site'), undefined);
  const title = t('dashboard.ownTitle');
  if (state.isPending) return <PageSkeleton />;
  const view = viewpointOf(operation.id, own, { siteId: params.get('site') ?? undefined, side: params.get('side') });
  if (state.isError || !view) {
    return (
      <Page title={title}>
        {state.isError ? (
          <ErrorPanel error={state.error} onRetry={() => state.refetch()} />
        ) : (
          <EmptyState kind="none" title={t('dashboard.noSite')} advice={t('dashboard.noSiteAdvice')} />
        )}
      </Page>
    );
  }
  return <Dashboard view={view} own={own} title={title} rights={t('dashboard.rights')} />;
}
