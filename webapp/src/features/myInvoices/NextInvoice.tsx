import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import type { Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Fact } from '../../design/Fact';
import { useInvoiceSummary } from './queries';

/** The month of the next invoice, as a fact among others; nothing before the first one. */
export function NextInvoice({ operationId }: { operationId?: string | undefined }) {
  const t = useT();
  const formats = useFormats();
  const { data } = useInvoiceSummary(operationId ?? '');
  const from: Day | undefined = data?.nextFrom;
  if (!from) return null;
  const month = formats.day(from, from.slice(0, 4) === formats.dayOf().slice(0, 4) ? 'monthName' : 'month');
  const spoken = t(/^[aeiou]/.test(month) ? 'myInvoices.ofMonthVowel' : 'myInvoices.ofMonth', { month });
  return <Fact icon={<ReceiptLongOutlined />}>{t('myInvoices.next', { month: spoken })}</Fact>;
}
