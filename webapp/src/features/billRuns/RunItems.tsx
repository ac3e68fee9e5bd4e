import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import type { Column } from '../../design/DataTable';
import { EntityList } from '../../design/EntityList';
import { FilterChips } from '../../design/FilterChips';
import { StatusChip } from '../../design/StatusChip';
import { matching } from '../../design/search';
import { ThingLink } from '../../design/ThingLink';
import { useListAddress } from '../../design/useListAddress';

type Item = Schemas['BillRunItem'];

const filters = ['all', 'SUCCESS', 'FAILURE', 'PENDING'] as const;
type Filter = (typeof filters)[number];

/** Every client and period of a run, with its amount or its failure. */
export function RunItems({ items }: { items: readonly Item[] }) {
  const t = useT();
  const address = useListAddress(['items.state'], 'items');
  const filter: Filter = filters.find((value) => value === address.filter('items.state')) ?? 'all';
  const columns = useColumns();
  const found = useMemo(
    () => matching(items, address.search, (item) => `${item.billableEntityName ?? ''} ${item.billingEntityName ?? ''}`),
    [items, address.search],
  );
  const count = (value: Filter) => found.filter(({ status }) => value === 'all' || status === value).length;
  const shown = useMemo(() => found.filter(({ status }) => filter === 'all' || status === filter), [found, filter]);
  const offered = filters.filter((value) => value === 'all' || value === filter || count(value) > 0);
  return (
    <div>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t('billRuns.items')}
      </Typography>
      <EntityList
        within
        address={address}
        searchLabel={t('billRuns.searchItems')}
        filters={
          <FilterChips
            label={t('billRuns.column.state')}
            options={offered.map((value) => ({
              value,
              label: value === 'all' ? t('billRuns.allItems') : t(`enums.RunItemStatus.${value}`),
              count: count(value),
            }))}
            value={filter}
            onChange={(value) => address.setFilter('items.state', value === 'all' ? undefined : value)}
          />
        }
        caption={t('billRuns.items')}
        rows={shown}
        all={items}
        columns={columns}
        rowId={(item) => `${item.billingEntityId} ${item.billableEntityId} ${item.periodStart}`}
        rowName={({ billableEntityName }) => billableEntityName ?? ''}
        defaultSort={{ id: 'client' }}
        none={null}
        dense
        maxHeight={420}
      />
    </div>
  );
}

function useColumns(): Column<Item>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    (): Column<Item>[] => [
      {
        id: 'client',
        header: t('billRuns.column.client'),
        width: 'minmax(96px, 1.4fr)',
        cell: ({ billableEntityId, billableEntityName }) => (
          <ThingLink thing="client" id={billableEntityId}>
            {billableEntityName}
          </ThingLink>
        ),
        sortValue: (item) => `${item.billableEntityName} ${item.billingEntityName} ${item.periodStart}`,
        file: { as: 'text', of: ({ billableEntityName }) => billableEntityName },
      },
      {
        id: 'issuer',
        header: t('billRuns.column.issuer'),
        width: 'minmax(120px, 1.2fr)',
        cell: ({ billingEntityId, billingEntityName }) => (
          <ThingLink thing="issuer" id={billingEntityId}>
            {billingEntityName}
          </ThingLink>
        ),
        sortValue: ({ billingEntityName }) => billingEntityName,
        file: { as: 'text', of: ({ billingEntityName }) => billingEntityName },
        hideBelow: 'md',
      },
      {
        id: 'period',
        header: t('billRuns.column.period'),
        width: 'minmax(150px, 1fr)',
        cell: ({ periodStart, periodEnd }) => formats.dayRange(periodStart, periodEnd),
        sortValue: ({ periodStart }) => periodStart,
        hideBelow: 'sm',
      },
      {
        id: 'state',
        header: t('billRuns.column.state'),
        width: '116px',
        cell: ({ status, notCharged }) =>
          notCharged ? (
            <StatusChip kind="InvoiceStatus" status="NOT_CHARGED" />
          ) : (
            <StatusChip kind="RunItemStatus" status={status} />
          ),
        sortValue: ({ status }) => status,
        file: {
          as: 'text',
          of: ({ status, notCharged }) =>
            t(notCharged ? 'enums.InvoiceStatus.NOT_CHARGED' : `enums.RunItemStatus.${status}`),
        },
      },
      {
        id: 'amount',
        header: t('billRuns.column.amount'),
        width: '104px',
        align: 'right',
        cell: ({ invoiceId, amountCents }) => (
          <ThingLink thing="invoice" id={invoiceId}>
            {amountCents === undefined ? t('formats.none') : formats.money(amountCents)}
          </ThingLink>
        ),
        sortValue: ({ amountCents }) => amountCents,
        file: { as: 'money', of: ({ amountCents }) => amountCents },
        card: 'aside',
      },
    ],
    [t, formats],
  );
}
