import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import type { HistoryEntry } from '../queries';

/** The names of values of fields, in the catalogue. */
const enums: Partial<Record<string, string>> = {
  energyType: 'EnergyType',
  segment: 'Segment',
  entityType: 'EntityType',
  consumerType: 'ConsumerType',
  vatRegime: 'VatRegime',
  method: 'PaymentMethod',
  period: 'PlanPeriod',
};

/** What a change says of itself, in one line; nothing where it says nothing. */
export function useDetails(): (entry: Pick<HistoryEntry, 'act' | 'details'>) => string {
  const t = useT();
  const formats = useFormats();
  const { any } = useTranslator();
  const word = (field: string, value: string | undefined): string => {
    if (!value) return t('pages.detail.nothing');
    if (value === 'true' || value === 'false') return t(value === 'true' ? 'pages.detail.yes' : 'pages.detail.no');
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formats.day(value);
    if (field === 'folderId') return value === '/' ? t('pages.detail.top') : value.replaceAll('/', ' › ');
    if (field === 'contractPower') return `${formats.number(Number(value), 0, 3)} kW`;
    const name = enums[field];
    return name ? any(`enums.${name}.${value}`, {}, value) : value;
  };
  const fieldOf = (name: string) => any(`pages.field.${name}`, {}, name);
  const moved = ({ field, from, to }: Schemas['HistoryValue']) =>
    t('pages.detail.value', { field: fieldOf(field), from: word(field, from), to: word(field, to) });
  return ({ act, details: d }) => {
    if (!d) return '';
    const told = new Set(d.values?.map(({ field }) => field));
    if (told.has('entry') || told.has('exit')) told.add('activation');
    const day = (key: 'startDate' | 'effectiveDate' | 'billUpTo' | 'entry' | 'exit') =>
      d[key] && !told.has(key) && t(`pages.detail.${key}`, { date: formats.day(d[key]) });
    const count = (key: 'created' | 'updated' | 'invoices' | 'pairs' | 'files' | 'suspected' | 'purged') =>
      d[key] !== undefined && t(`pages.detail.${key}`, { smart_count: d[key] });
    const made = () =>
      (act === 'PAPERS_MADE' && d.created !== undefined && t('pages.detail.papers', { smart_count: d.created })) ||
      (act === 'BILLS_MADE' && d.created !== undefined && t('pages.detail.bills', { smart_count: d.created })) ||
      count('created');
    const document = ({ path, version }: Schemas['HistoryDocument']) => {
      const name = path?.replaceAll('/', ' › ') ?? t('pages.detail.documentGone');
      return version === undefined || version === 1 ? name : t('pages.detail.documentVersion', { name, version });
    };
    return [
      act !== 'DOCUMENT_PURGED' && d.documents?.map(document).join(', '),
      d.request && d.answer && t(`pages.answer.${d.request}.${d.answer}`),
      ...(d.values ?? []).map(moved),
      d.fields
        ?.filter((name) => !told.has(name))
        .map(fieldOf)
        .join(', '),
      made(),
      count('purged'),
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
