import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense } from 'react';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { RowsSkeleton } from '../../../design/Skeletons';
import { Part } from '../parts/Part';

const SiteRights = lazy(() => import('../../rights/SiteRights').then((part) => ({ default: part.SiteRights })));

/** What the holder of a site agreed to and asks, for who may read it. */
export function RightsCard({ siteId }: { siteId: string }) {
  const t = useT();
  const can = useCan();
  const { id } = useOperation();
  if (!can('consent:read')) return null;
  return (
    <Part title={t('pages.rights')}>
      <Suspense fallback={<RowsSkeleton rows={3} />}>
        <SiteRights siteId={siteId} operationId={id} />
      </Suspense>
    </Part>
  );
}
