import { useT } from '@openpmo/ui/i18n/context';
import { useChoices } from '../../parts/words';
import { withoutEngine } from '../../providers/data';
import { engine } from './choices';

/** The engines of a select; the old one is the absence of a name. */
export function useEngineChoices(): { id: string; name: string }[] {
  const t = useT();
  return [...useChoices('BillingEngine', [engine]), { id: withoutEngine, name: t('admin.engine.old') }];
}
