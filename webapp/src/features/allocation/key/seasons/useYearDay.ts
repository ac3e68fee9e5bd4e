import { useFormats } from '@openpmo/ui/i18n/context';
import { useCallback } from 'react';
import type { YearDay } from './seasons';

/** A leap year: every day of the contract exists in it. */
const anyYear = '2024';

/** A day of every year as people say it, without the year. */
export function useYearDay(): (day: YearDay) => string {
  const formats = useFormats();
  return useCallback((day) => formats.day(`${anyYear}-${day}`, 'short'), [formats]);
}
