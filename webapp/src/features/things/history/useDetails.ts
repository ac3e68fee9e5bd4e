import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import type { HistoryEntry } from '../queries';

/** What a change says of itself, in one line; nothing where it says nothing. */
export function useDetails(): (entry: Pick<HistoryEntry, 'details'>) => string {
  const t = useT();
  const formats = useFormats();
  const { any } = useTranslator();
  return ({ details: d }) => {
    if (!d) return '';
    const day = (key: 'startDate' | 'effectiveDate' | 'billUpTo' | 'entry' | 'exit') =>
      d[key] && t(`pages.detail.${key}`, { date: formats.day(d[key]) });
    const count = (key: 'created' | 'updated' | 'invoices' | 'pairs' | 'files' | 'suspected') =>
      d[key] !== undefined && t(`pages.detail.${key}`, { smart_count: d[key] });
    return [
      d.request && d.answer && t(`pages.answer.${d.request}.${d.answer}`),
      d.fields?.map((name) => any(`pages.field.${name}`, {}, name)).join(', '),
      count('created'),
      count('updated'),
      count('pairs'),
      count('invoices'),
      count('files'),
      count('suspected'),
      d.month && formats.day(`${d.month}-01`, 'month'),
      day('startDate'),
      day('effectiveDate'),
      day('billUpTo'),
      day('entry'),
      day('exit'),
      d.unpricedMilliWh && t('pages.detail.unpriced', { energy: formats.energy(d.unpricedMilliWh) }),
      d.definitive && t('pages.detail.definitive'),
      d.reason && t('pages.detail.reason', { reason: d.reason }),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
