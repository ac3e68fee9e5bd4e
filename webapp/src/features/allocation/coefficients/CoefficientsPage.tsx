import { useT } from '@openpmo/ui/i18n/context';
import { Navigate, useSearchParams } from 'react-router';
import { useOperation } from '../../../api/operations';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { Page } from '../../../design/Page';
import { PageSkeleton } from '../../../design/Skeletons';
import { targetOf, withoutGoneDraft } from '../key/target';
import { useKeys } from '../key/useKeys';
import { CoefficientsTabs } from './CoefficientsTabs';

/** How the production of the operation is shared, and what the operator is sent of it. */
export function CoefficientsPage() {
  const t = useT();
  const { loaded, state } = useKeys(useOperation().id);
  const [params] = useSearchParams();
  if (state.isPending) return <PageSkeleton />;
  if (!loaded) {
    return (
      <Page title={t('allocation.title')}>
        <ErrorPanel error={state.error} {...(state.refetch ? { onRetry: () => state.refetch?.() } : {})} />
      </Page>
    );
  }
  const without = withoutGoneDraft(loaded.keys, params);
  if (without) return <Navigate replace to={{ search: `?${without}` }} />;
  const target = targetOf(loaded.keys, params);
  const { base } = target;
  // Another key, or the same one as somebody has stored it, begins anew.
  const begin = JSON.stringify([
    target.kind,
    'season' in target && target.season,
    base?.id,
    base?.type,
    base?.params,
    base?.pools,
  ]);
  return <CoefficientsTabs key={begin} loaded={loaded} target={target} />;
}
