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
export function useDetails(): (entry: Pick<HistoryEntry, 'details'>) => string {
  const t = useT();
  const formats = useFormats();
  const { any } = useTranslator();
  const word = (field: string, value: string | undefined): string => {
    if (!value) return t('pages.detail.nothing');
    if (value === 'true' || value === 'false') return t(value === 'true' ? 'pages.detail.yes' : 'pages.detail.no');
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formats.day(value);
    if (field === 'contractPower') return `${formats.number(Number(value), 0, 3)} kW`;
    const name = enums[field];
    return name ? any(`enums.${name}.${value}`, {}, value) : value;
  };
  const fieldOf = (name: string) => any(`pages.field.${name}`, {}, name);
  const moved = ({ field, from, to }: Schemas['HistoryValue']) =>
    t('pages.detail.value', { field: fieldOf(field), from: word(field, from), to: word(field, to) });
  return ({ details: d }) => {
    if (!d) return '';
    const told = new Set(d.values?.map(({ field }) => field));
    if (told.has('entry') || told.has('exit')) told.add('activation');
    const day = (key: 'startDate' | 'effectiveDate' | 'billUpTo' | 'entry' | 'exit') =>
      d[key] && !told.has(key) && t(`pages.detail.${key}`, { date: formats.day(d[key]) });
    const count = (key: 'created' | 'updated' | 'invoices' | 'pairs' | 'files' | 'suspected') =>
      d[key] !== undefined && t(`pages.detail.${key}`, { smart_count: d[key] });
    return [
      d.request && d.answer && t(`pages.answer.${d.request}.${d.answer}`),
      ...(d.values ?? []).map(moved),
      d.fields
        ?.filter((name) => !told.has(name))
        .map(fieldOf)
        .join(', '),
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
