import { useT } from '@openpmo/ui/i18n/context';
import { Tag } from '../../design/Tag';

/** Whether a party can be billed; what it lacks is named. */
export function Completeness({ complete, missing }: { complete: boolean; missing: string }) {
  const t = useT();
  return complete ? (
    <Tag tone="success" icon="success">
      {t('parties.complete')}
    </Tag>
  ) : (
    <Tag tone="warning" icon="warning">
      {missing ? t('parties.missing', { fields: missing }) : t('parties.incomplete')}
    </Tag>
  );
}
