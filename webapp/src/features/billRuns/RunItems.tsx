import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo, useState } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import { FilterChips } from '../../design/FilterChips';
import { StatusChip } from '../../design/StatusChip';

type Item = Schemas['BillRunItem'];

const filters = ['all', 'SUCCESS', 'FAILURE', 'PENDING'] as const;
type Filter = (typeof filters)[number];

/** Every client and period of a run, with its amount or its failure. */
export function RunItems({ items }: { items: readonly Item[] }) {
  const t = useT();
  const [filter, setFilter] = useState<Filter>('all');
  const columns = useColumns();
  const count = (value: Filter) => items.filter(({ status }) => value === 'all' || status === value).length;
  const shown = useMemo(() => items.filter(({ status }) => filter === 'all' || status === filter), [items, filter]);
  const offered = filters.filter((value) => value === 'all' || value === filter || count(value) > 0);
  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
        <Typography variant="h2" sx={{ mr: 'auto' }}>
          {t('billRuns.items')}
        </Typography>
        <FilterChips
          label={t('billRuns.column.state')}
          options={offered.map((value) => ({
            value,
            label: value === 'all' ? t('billRuns.allItems') : t(`enums.RunItemStatus.${value}`),
            count: count(value),
          }))}
          value={filter}
          onChange={setFilter}
        />
      </Box>
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
        <DataTable
          caption={t('billRuns.items')}
          rows={shown}
          columns={columns}
          rowId={(item) => `${item.billingEntityId} ${item.billableEntityId} ${item.periodStart}`}
          rowName={({ billableEntityName }) => billableEntityName ?? ''}
          defaultSort={{ id: 'client' }}
          dense
          maxHeight={420}
        />
      </Box>
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
        cell: ({ billableEntityName }) => billableEntityName,
        sortValue: (item) => `${item.billableEntityName} ${item.billingEntityName} ${item.periodStart}`,
      },
      {
        id: 'issuer',
        header: t('billRuns.column.issuer'),
        width: 'minmax(120px, 1.2fr)',
        cell: ({ billingEntityName }) => billingEntityName,
        sortValue: ({ billingEntityName }) => billingEntityName,
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
      },
      {
        id: 'amount',
        header: t('billRuns.column.amount'),
        width: '104px',
        align: 'right',
        cell: ({ amountCents }) => (amountCents === undefined ? t('formats.none') : formats.money(amountCents)),
        sortValue: ({ amountCents }) => amountCents,
        card: 'aside',
      },
    ],
    [t, formats],
  );
}
