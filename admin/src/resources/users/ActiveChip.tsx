import { useT } from '@openpmo/ui/i18n/context';
import { StateChip } from '../../parts/StateChip';

/** Whether the account may sign in. */
export function ActiveChip({ active }: { active: boolean }) {
  const t = useT();
  return (
    <StateChip tone={active ? 'success' : 'void'} label={t(active ? 'admin.user.active' : 'admin.user.blocked')} />
  );
}
