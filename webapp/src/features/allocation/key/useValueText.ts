import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useCallback } from 'react';
import type { ParameterKind } from './key';

/** A parameter as people read it: 40 %, priority 2, 3 parts. */
export function useValueText(): (kind: ParameterKind, value: number) => string {
  const t = useT();
  const formats = useFormats();
  return useCallback(
    (kind, value) => {
      switch (kind) {
        case 'percentage':
          return formats.percentage(value, 4);
        case 'priority':
          return t('allocation.value.priority', { value: formats.number(value, 0, 4) });
        case 'selection':
          return t('allocation.value.selected');
        case 'shares':
          return t('allocation.value.shares', { smart_count: value });
        default:
          return kind satisfies never;
      }
    },
    [t, formats],
  );
}
