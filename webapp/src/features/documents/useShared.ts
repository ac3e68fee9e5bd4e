import { useT } from '@openpmo/ui/i18n/context';
import { useCallback } from 'react';
import type { Doc } from './queries';

/** With whom something is shared by itself, in words; empty where it is not. */
export function useShared(): (doc: Doc) => string {
  const t = useT();
  return useCallback(
    ({ shared }) => {
      if (!shared) return '';
      const { everyone, participantsNumber: sites, linksNumber: links } = shared;
      return [
        everyone && t('documents.shared.everyone'),
        sites > 0 && t('documents.shared.participants', { smart_count: sites }),
        links > 0 && t('documents.shared.links', { smart_count: links }),
      ]
        .filter(Boolean)
        .join(', ');
    },
    [t],
  );
}
