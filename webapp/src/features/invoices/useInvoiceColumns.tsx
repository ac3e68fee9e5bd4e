import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import type { Column } from '../../design/DataTable';
import { StatusChip } from '../../design/StatusChip';
import { Tag } from '../../design/Tag';
import { ThingLink } from '../../design/ThingLink';
import { DeliveryTag, useWhereabouts } from './deliveries/DeliveryTag';
import type { Tab } from './invoices';
import type { Invoice } from './queries';
import { overpaidOf } from './settlements/amounts';

/**
 * The columns of a tab: drafts have neither number nor dates, statements nothing to pay.
 * The issuer is named where there are several.
 */
export function useInvoiceColumns(tab: Tab, issuers: number): Column<Invoice>[] {
  const t = useT();
  const formats = useFormats();
  const whereabouts = useWhereabouts();
  return useMemo((): Column<Invoice>[] => {
    const dated = !['drafts', 'statements', 'toDeliver'].includes(tab); // wide already
    const day = (value: string | undefined) => (value ? formats.day(value) : t('formats.none'));
    const number: Column<Invoice> = {
      id: 'number',
      header: t('invoices.column.number'),
      width: '164px',
      cell: ({ id, number }) =>
        number ? (
          <ThingLink thing="invoice" id={id}>
            {number}
          </ThingLink>
        ) : (
          t('formats.none')
        ),
      file: { as: 'text', of: ({ number }) => number },
      sortValue: (one) => one.number,
      hideBelow: 'sm',
    };
    const client: Column<Invoice> = {
      id: 'client',
      header: t('invoices.column.client'),
      width: 'minmax(130px, 2fr)',
      card: 'title',
      // Its own page: that of the client is a link of it.
      cell: ({ id, billableEntity }) => (
        <ThingLink thing="invoice" id={id} className="name" title={billableEntity.name}>
          {billableEntity.name}
        </ThingLink>
      ),
      file: { as: 'text', of: (one) => one.billableEntity.name },
      sortValue: (one) => `${one.billableEntity.name} ${one.periodStart}`,
    };
    const issuer: Column<Invoice> = {
      id: 'issuer',
      header: t('invoices.column.issuer'),
      width: 'minmax(104px, 1.3fr)',
      cell: ({ billingEntity }) => (
        <ThingLink thing="issuer" id={billingEntity.id}>
          {billingEntity.name}
        </ThingLink>
      ),
      file: { as: 'text', of: ({ billingEntity }) => billingEntity.name },
      sortValue: (one) => one.billingEntity.name,
      hideBelow: dated ? 'xl' : 'md',
      card: 'fact',
    };
    const common: Column<Invoice>[] = [
      ...(issuers > 1 ? [issuer] : []),
      {
        id: 'period',
        header: t('invoices.column.period'),
        width: 'minmax(150px, 1fr)',
        cell: (one) => formats.dayRange(one.periodStart, one.periodEnd),
        sortValue: (one) => one.periodStart,
        hideBelow: 'sm',
      },
    ];
    const energy: Column<Invoice> = {
      id: 'energy',
      header: t('invoices.column.energy'),
      width: '112px',
      align: 'right',
      cell: (one) => (one.energyMilliWh === undefined ? t('formats.none') : formats.energy(one.energyMilliWh)),
      sortValue: (one) => one.energyMilliWh,
      file: { as: 'energy', of: (one) => one.energyMilliWh },
      hideBelow: 'lg',
    };
    const net: Column<Invoice> = {
      id: 'net',
      header: t('invoices.column.net'),
      width: '112px',
      align: 'right',
      cell: (one) => formats.money(one.netCents),
      sortValue: (one) => one.netCents,
      file: { as: 'money', of: (one) => one.netCents },
      hideBelow: 'md',
      card: tab === 'statements' ? 'fact' : 'none',
    };
    const amount: Column<Invoice> = {
      id: 'amount',
      header: t('invoices.column.amount'),
      width: '116px',
      align: 'right',
      cell: (one) => <strong>{formats.money(one.amountCents)}</strong>,
      sortValue: (one) => one.amountCents,
      file: { as: 'money', of: (one) => one.amountCents },
      card: 'aside',
    };
    const vat: Column<Invoice> = {
      id: 'vat',
      header: t('invoices.line.vat'),
      cell: (one) => formats.money(one.vatCents),
      file: { as: 'money', of: (one) => one.vatCents },
    };
    if (tab === 'statements')
      return [client, ...common, { ...energy, hideBelow: 'sm' }, { ...net, header: t('invoices.column.value') }];
    const change: Column<Invoice> = {
      id: 'change',
      header: t('invoices.column.change'),
      width: '132px',
      align: 'right',
      cell: ({ comparison }) => <Change comparison={comparison} />,
      // The most unlike the month before are first, in either direction.
      sortValue: ({ comparison }) => comparison && -Math.abs(comparison.changeRate),
      file: { as: 'rate', of: ({ comparison }) => comparison?.changeRate },
      hideBelow: 'sm',
      card: 'fact',
    };
    if (tab === 'drafts') return [client, ...common, energy, net, change, amount];
    const issued: Column<Invoice> = {
      id: 'issueDate',
      header: t('invoices.column.issueDate'),
      width: '112px',
      cell: (one) => day(one.issueDate),
      sortValue: (one) => one.issueDate,
      file: { as: 'day', of: (one) => one.issueDate },
      hideBelow: dated ? 'xl' : 'lg',
    };
    const due: Column<Invoice> = {
      id: 'dueDate',
      header: t('invoices.column.dueDate'),
      width: '116px',
      cell: (one) => (one.number && !one.dueDate ? t('invoices.dueOnNotice') : day(one.dueDate)),
      sortValue: (one) => one.dueDate,
      file: { as: 'day', of: (one) => one.dueDate },
      hideBelow: 'lg',
    };
    const stateOf = ({ status, paymentStatus, overdue }: Invoice) => {
      if (status !== 'FINALIZED') return t(`enums.InvoiceStatus.${status}`);
      return overdue ? t('invoices.late') : t(`enums.PaymentStatus.${paymentStatus}`);
    };
    const state: Column<Invoice> = {
      id: 'state',
      header: t('invoices.column.payment'),
      width: '136px',
      cell: (one) => <State invoice={one} late={one.overdue} />,
      sortValue: stateOf,
      file: { as: 'text', of: stateOf },
      hideBelow: 'md',
    };
    const way: Column<Invoice> = {
      id: 'delivery',
      header: t('invoices.column.delivery'),
      width: '136px',
      cell: (one) => <DeliveryTag invoice={one} />,
      sortValue: whereabouts,
      file: { as: 'text', of: whereabouts },
      hideBelow: 'lg',
      card: tab === 'toDeliver' ? 'fact' : 'none',
    };
    if (tab === 'toDeliver')
      return [number, client, ...common, issued, { ...way, hideBelow: 'sm' }, onFile(energy), onFile(net), amount];
    return [number, client, ...common, issued, due, state, way, onFile(energy), onFile(net), onFile(vat), amount];
  }, [t, formats, tab, issuers, whereabouts]);
}

const onFile = (column: Column<Invoice>): Column<Invoice> => ({ ...column, fileOnly: true });

/** Of a published invoice whether it is paid; else why there is nothing to pay. */
function State({ invoice, late }: { invoice: Invoice; late: boolean }) {
  const t = useT();
  const formats = useFormats();
  if (invoice.status !== 'FINALIZED') return <StatusChip kind="InvoiceStatus" status={invoice.status} />;
  const tooMuch = overpaidOf(invoice);
  if (tooMuch > 0)
    return (
      <Tag tone="info" tip={t('invoices.settle.tooMuch', { amount: formats.money(tooMuch) })}>
        {t('invoices.overpaid')}
      </Tag>
    );
  if (late) return <Tag tone="warning">{t('invoices.late')}</Tag>;
  if (invoice.paymentStatus === 'PENDING' && (invoice.paidCents ?? 0) > 0)
    return (
      <Tag tone="info" icon="pending">
        {t('invoices.partly')}
      </Tag>
    );
  return <StatusChip kind="PaymentStatus" status={invoice.paymentStatus} />;
}

/** By how much a draft differs from the month before; marked where the server finds it worth a look. */
function Change({ comparison }: Pick<Invoice, 'comparison'>) {
  const t = useT();
  const formats = useFormats();
  if (!comparison) return t('formats.none');
  const { changeRate, previousAmountCents, unusual } = comparison;
  const sign = changeRate > 0 ? '+' : changeRate < 0 ? '\u2212' : '';
  const text = `${sign}${formats.rate(Math.abs(changeRate), 0)}`;
  const before = t('invoices.before', { amount: formats.money(previousAmountCents) });
  if (!unusual) return <span title={before}>{text}</span>;
  return (
    <Tag tone="warning" icon="warning" iconLabel={t('invoices.unusual')} tip={before}>
      {text}
    </Tag>
  );
}
