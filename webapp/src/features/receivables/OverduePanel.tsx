import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import type { Column } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { EntityList } from '../../design/EntityList';
import { RowMenu } from '../../design/RowMenu';
import { matching } from '../../design/search';
import { ThingLink } from '../../design/ThingLink';
import { useListAddress } from '../../design/useListAddress';
import { type Overdue, useOverdue } from './queries';

const PauseDialog = lazy(async () => ({ default: (await import('./PauseDialog')).PauseDialog }));

const idOf = ({ id }: Overdue) => id;
const nameOf = ({ number }: Overdue) => number;

/** The invoices that should have been paid, the longest late first, and what is open of them in all. */
export function OverduePanel() {
  const t = useT();
  const formats = useFormats();
  const operation = useOperation();
  const can = useCan();
  const address = useListAddress();
  const list = useOverdue(operation.id);
  const [pausing, pause] = useState<Overdue>();
  const all = list.data ?? [];
  const rows = useMemo(
    () =>
      matching(list.data ?? [], address.search, (one) =>
        [one.number, one.billableEntityName, one.billingEntityName].join(' '),
      ),
    [list.data, address.search],
  );
  const open = rows.reduce((sum, { openCents }) => sum + openCents, 0);
  return (
    <>
      <EntityList
        address={address}
        searchLabel={t('receivables.search')}
        caption={t('receivables.tab.overdue')}
        rows={rows}
        all={all}
        columns={useColumns()}
        rowId={idOf}
        rowName={nameOf}
        state={list}
        totals={{ label: t('list.total', { smart_count: rows.length }), cells: { open: formats.money(open) } }}
        {...(can('reminder:update') && {
          actions: (row: Overdue) => (
            <RowMenu name={row.number} actions={[{ label: t('receivables.pause.open'), onClick: () => pause(row) }]} />
          ),
        })}
        none={<EmptyState kind="none" title={t('receivables.none')} advice={t('receivables.noneAdvice')} />}
      />
      <Suspense fallback={null}>
        {pausing && <PauseDialog invoice={pausing} onClose={() => pause(undefined)} />}
      </Suspense>
    </>
  );
}

function useColumns(): Column<Overdue>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'number',
        header: t('receivables.field.number'),
        width: '162px',
        card: 'title',
        cell: ({ id, number }) => (
          <ThingLink thing="invoice" id={id}>
            {number}
          </ThingLink>
        ),
        sortValue: ({ number }) => number,
        file: { as: 'text', of: ({ number }) => number },
      },
      {
        id: 'client',
        header: t('receivables.field.client'),
        width: 'minmax(160px, 1.6fr)',
        cell: ({ billableEntityId, billableEntityName }) => (
          <ThingLink thing="client" id={billableEntityId}>
            {billableEntityName}
          </ThingLink>
        ),
        sortValue: ({ billableEntityName }) => billableEntityName,
        file: { as: 'text', of: ({ billableEntityName }) => billableEntityName },
      },
      {
        id: 'issuer',
        header: t('receivables.field.issuer'),
        width: 'minmax(150px, 1.4fr)',
        cell: ({ billingEntityName }) => billingEntityName,
        sortValue: ({ billingEntityName }) => billingEntityName,
        hideBelow: 'lg',
      },
      {
        id: 'method',
        header: t('receivables.field.method'),
        width: 'minmax(120px, 1fr)',
        cell: ({ paymentMethod }) => t(`enums.PaymentMethod.${paymentMethod}`),
        sortValue: ({ paymentMethod }) => paymentMethod,
        hideBelow: 'md',
      },
      {
        id: 'due',
        header: t('receivables.field.due'),
        width: '112px',
        cell: ({ dueDate }) => formats.day(dueDate),
        sortValue: ({ dueDate }) => dueDate,
        hideBelow: 'md',
        file: { as: 'day', of: ({ dueDate }) => dueDate },
      },
      {
        id: 'late',
        header: t('receivables.field.late'),
        width: '88px',
        align: 'right',
        cell: ({ daysLate }) => t('receivables.days', { smart_count: daysLate }),
        sortValue: ({ daysLate }) => daysLate,
        file: { as: 'number', of: ({ daysLate }) => daysLate },
      },
      {
        id: 'amount',
        header: t('receivables.field.amount'),
        width: '104px',
        align: 'right',
        cell: ({ amountCents }) => formats.money(amountCents),
        sortValue: ({ amountCents }) => amountCents,
        hideBelow: 'lg',
        file: { as: 'money', of: ({ amountCents }) => amountCents },
      },
      {
        id: 'open',
        header: t('receivables.field.open'),
        width: '112px',
        align: 'right',
        card: 'aside',
        cell: ({ openCents }) => formats.money(openCents),
        sortValue: ({ openCents }) => openCents,
        file: { as: 'money', of: ({ openCents }) => openCents },
      },
    ],
    [t, formats],
  );
}
