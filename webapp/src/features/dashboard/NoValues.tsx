import { useT } from '@openpmo/ui/i18n/context';
import { EmptyState } from '../../design/EmptyState';

/** What stands in a card whose period has no measure. */
export function NoValues() {
  const t = useT();
  return <EmptyState kind="none" title={t('dashboard.curve.empty')} advice={t('dashboard.curve.emptyAdvice')} />;
}
