import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo, useState } from 'react';
import { useOperation } from '../../api/operations';
import type { Column } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { EntityList } from '../../design/EntityList';
import { SideSheet } from '../../design/SideSheet';
import { matching } from '../../design/search';
import { ThingLink } from '../../design/ThingLink';
import { useListAddress } from '../../design/useListAddress';
import { ClientAccount } from './ClientAccount';
import { type Balance, useBalances } from './queries';

const idOf = ({ billableEntityId = '' }: Balance) => billableEntityId;
const nameOf = ({ billableEntityName }: Balance) => billableEntityName;

/** What each client owes or is owed; the account of one in a sheet. */
export function BalancesPanel() {
  const t = useT();
  const formats = useFormats();
  const operation = useOperation();
  const address = useListAddress();
  const list = useBalances(operation.id);
  const [shown, show] = useState<Balance>();
  const rows = useMemo(() => matching(list.data ?? [], address.search, nameOf), [list.data, address.search]);
  const sum = (of: (row: Balance) => number) => formats.money(rows.reduce((total, row) => total + of(row), 0));
  return (
    <>
      <EntityList
        address={address}
        searchLabel={t('receivables.searchClient')}
        caption={t('receivables.tab.balances')}
        rows={rows}
        all={list.data ?? []}
        columns={useColumns()}
        rowId={idOf}
        rowName={nameOf}
        state={list}
        onLook={show}
        totals={{
          label: t('list.total', { smart_count: rows.length }),
          cells: {
            invoiced: sum(({ invoicedCents, creditedCents }) => invoicedCents - creditedCents),
            settled: sum(({ settledCents }) => settledCents),
            overdue: sum(({ overdueCents }) => overdueCents),
            owed: sum(({ owedCents }) => owedCents),
          },
        }}
        none={<EmptyState kind="none" title={t('receivables.noBalance')} advice={t('receivables.noBalanceAdvice')} />}
      />
      {shown?.billableEntityId && (
        <SideSheet
          title={shown.billableEntityName}
          width={720}
          page={{ thing: 'client', id: shown.billableEntityId }}
          onClose={() => show(undefined)}
        >
          <ClientAccount operationId={operation.id} clientId={shown.billableEntityId} />
        </SideSheet>
      )}
    </>
  );
}

function useColumns(): Column<Balance>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(() => {
    const money = (
      id: 'invoiced' | 'settled' | 'overdue' | 'owed',
      of: (row: Balance) => number,
      more: Partial<Column<Balance>> = {},
    ): Column<Balance> => ({
      id,
      header: t(`receivables.field.${id}`),
      width: '130px',
      align: 'right',
      cell: (row) => formats.money(of(row)),
      sortValue: of,
      file: { as: 'money', of },
      ...more,
    });
    return [
      {
        id: 'client',
        header: t('receivables.field.client'),
        width: 'minmax(180px, 2fr)',
        card: 'title',
        cell: ({ billableEntityId, billableEntityName }) => (
          <ThingLink thing="client" id={billableEntityId ?? ''}>
            {billableEntityName}
          </ThingLink>
        ),
        sortValue: ({ billableEntityName }) => billableEntityName,
        file: { as: 'text', of: ({ billableEntityName }) => billableEntityName },
      },
      money('invoiced', ({ invoicedCents, creditedCents }) => invoicedCents - creditedCents, { hideBelow: 'md' }),
      money('settled', ({ settledCents }) => settledCents, { hideBelow: 'md' }),
      money('overdue', ({ overdueCents }) => overdueCents),
      money('owed', ({ owedCents }) => owedCents, { card: 'aside' }),
    ];
  }, [t, formats]);
}
