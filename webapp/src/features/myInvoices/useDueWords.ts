import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { OpenInvoices } from './queries';

/** Until when something is to be paid, or since when it should have been. */
export function useDueWords(): (open: Pick<OpenInvoices, 'dueDate' | 'overdue'>) => string {
  const t = useT();
  const formats = useFormats();
  return ({ dueDate, overdue }) => {
    if (!dueDate) return t('myInvoices.noDay');
    return t(overdue ? 'myInvoices.overdue' : 'myInvoices.before', { day: formats.day(dueDate, 'medium') });
  };
}
