import { useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { SiteRights } from '../../rights/SiteRights';
import { Part } from '../parts/Part';

/** What the holder of a site agreed to and asks, for who may read it. */
export function RightsCard({ siteId }: { siteId: string }) {
  const t = useT();
  const can = useCan();
  const { id } = useOperation();
  if (!can('consent:read')) return null;
  return (
    <Part title={t('pages.rights')}>
      <SiteRights siteId={siteId} operationId={id} />
    </Part>
  );
}
