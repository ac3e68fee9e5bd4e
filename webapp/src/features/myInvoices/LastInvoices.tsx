import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import Link from '@mui/material/Link';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Fact } from '../../design/Fact';
import { cardId, lastOf } from './ownInvoices';
import { useRecentInvoices, useSites } from './queries';

/** The newest invoices of the person's sites as one fact: the amounts, and until when they are to be paid. */
export function LastInvoices({ operationId }: { operationId?: string | undefined }) {
  const t = useT();
  const formats = useFormats();
  const sites = useSites(operationId);
  const recent = useRecentInvoices(sites.data ?? []);
  const last = lastOf(recent.data?.rows ?? []);
  if (!last) return null;
  const { invoices, periodStart, periodEnd, dueDate, settled } = last;
  const kind = settled ? 'settled' : dueDate ? 'pending' : 'plain';
  const list = new Intl.ListFormat(formats.locale, { type: 'conjunction' });
  const words = t(`myInvoices.last.${kind}`, {
    smart_count: invoices.length,
    amounts: list.format(invoices.map(({ amountCents }) => formats.money(amountCents))),
    days: formats.dayRange(periodStart, periodEnd),
    date: dueDate ? formats.day(dueDate, 'medium') : '',
  });
  return (
    <Fact icon={<ReceiptLongOutlined />}>
      {words}{' '}
      <Link
        component="button"
        className="no-print"
        onClick={() => document.getElementById(cardId)?.scrollIntoView()}
        sx={{ font: 'inherit', verticalAlign: 'baseline' }}
      >
        {t('myInvoices.last.see')}
      </Link>
    </Fact>
  );
}
