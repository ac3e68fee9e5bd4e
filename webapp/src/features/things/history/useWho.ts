import { useT } from '@openpmo/ui/i18n/context';
import { useCallback } from 'react';
import type { HistoryEntry } from '../queries';

/** A name where it may be read, else the role; and by what means, where it was not by hand. */
export function useWho(): (entry: Pick<HistoryEntry, 'by' | 'how'>) => string {
  const t = useT();
  return useCallback(
    ({ by, how }) => {
      const role = by.role ? t(`enums.Role.${by.role}`) : t('pages.history.server');
      const name = by.you ? t('pages.history.you') : (by.name ?? role);
      return how === 'HAND' || (how === 'SERVER' && !by.role) ? name : `${name} · ${t(`pages.how.${how}`)}`;
    },
    [t],
  );
}
