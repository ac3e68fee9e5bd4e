import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import type { Column } from '../../../design/DataTable';
import { StatusChip } from '../../../design/StatusChip';
import type { Bill, BillType } from '../queries';

/** The columns of bills; a producer's bill has no consumer. */
export function useBillColumns(billType: BillType): Column<Bill>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo((): Column<Bill>[] => {
    const producer: Column<Bill> = {
      id: 'producer',
      header: t('legacyBilling.column.producer'),
      width: 'minmax(140px, 1.4fr)',
      cell: ({ producerName }) => producerName,
      sortValue: ({ producerName }) => producerName,
    };
    const consumer: Column<Bill> = {
      id: 'consumer',
      header: t('legacyBilling.column.consumer'),
      width: 'minmax(150px, 1.6fr)',
      card: 'title',
      cell: ({ consumerName }) => consumerName ?? t('formats.none'),
      sortValue: ({ consumerName }) => consumerName,
    };
    return [
      ...(billType === 'participant'
        ? [consumer, { ...producer, hideBelow: 'sm' as const }]
        : [{ ...producer, card: 'title' as const }]),
      {
        id: 'period',
        header: t('legacyBilling.column.billed'),
        width: 'minmax(150px, 1fr)',
        cell: (one) => formats.dayRange(one.billingPeriodStart, one.billingPeriodEnd),
        sortValue: (one) => one.billingPeriodEnd,
      },
      {
        id: 'energy',
        header: t('legacyBilling.column.energy'),
        width: '112px',
        align: 'right',
        cell: (one) => formats.energy(one.sharedMilliWh),
        sortValue: (one) => one.sharedMilliWh,
        file: { as: 'energy', of: (one) => one.sharedMilliWh },
        hideBelow: 'md',
      },
      {
        id: 'amount',
        header: t('legacyBilling.column.amount'),
        width: '112px',
        align: 'right',
        cell: (one) => <strong>{formats.money(one.amountCents)}</strong>,
        sortValue: (one) => one.amountCents,
        file: { as: 'money', of: (one) => one.amountCents },
        card: 'aside',
      },
      {
        id: 'due',
        header: t('legacyBilling.column.due'),
        width: '116px',
        cell: (one) => formats.day(one.dueDate),
        sortValue: (one) => one.dueDate,
        file: { as: 'day', of: (one) => one.dueDate },
        hideBelow: 'lg',
      },
      {
        id: 'state',
        header: t('legacyBilling.column.state'),
        width: '132px',
        cell: ({ paymentStatus }) => <StatusChip kind="PaymentStatus" status={paymentStatus} />,
        sortValue: ({ paymentStatus }) => paymentStatus,
        file: { as: 'text', of: ({ paymentStatus }) => t(`enums.PaymentStatus.${paymentStatus}`) },
      },
      {
        id: 'document',
        header: t('legacyBilling.column.document'),
        width: 'minmax(160px, 1.4fr)',
        cell: ({ documentName }) => documentName,
        sortValue: ({ documentName }) => documentName,
        hideBelow: 'xl',
      },
    ];
  }, [t, formats, billType]);
}
