import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useMemo } from 'react';
import type { ViewState } from '../../../design/ChartCard';
import { type Column, DataTable } from '../../../design/DataTable';
import { ThingLink } from '../../../design/ThingLink';
import type { Subscription } from '../queries';
import { FirstRows } from './FirstRows';
import { Part } from './Part';

interface SubscriptionListProps {
  title: string;
  rows: readonly Subscription[];
  state: ViewState;
  /** Columns that the page says itself. */
  without?: readonly ('consumer' | 'producer' | 'plan')[];
  action?: ReactNode;
  none: string;
}

const order = { ACTIVE: 0, UPCOMING: 1, ENDED: 2 } as const;
const colours = { ACTIVE: 'success', UPCOMING: 'info', ENDED: 'default' } as const;

/** Who buys from whom, by which plan, and since when; those that run come first. */
export function SubscriptionList({ title, rows, state, without = [], action, none }: SubscriptionListProps) {
  const columns = useColumns(without.join());
  const sorted = useMemo(
    () => [...rows].sort((a, b) => order[a.status] - order[b.status] || (a.startDate < b.startDate ? 1 : -1)),
    [rows],
  );
  return (
    <Part title={title} action={action}>
      <FirstRows rows={sorted}>
        {(shown) => (
          <DataTable
            dense
            caption={title}
            rows={shown}
            columns={columns}
            rowId={({ id }) => id}
            rowName={({ consumerName, producerName }) => `${consumerName ?? ''} ${producerName ?? ''}`}
            state={state}
            maxHeight="none"
            empty={<Typography color="textSecondary">{none}</Typography>}
          />
        )}
      </FirstRows>
    </Part>
  );
}

function useColumns(without: string): Column<Subscription>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo((): Column<Subscription>[] => {
    const all: Column<Subscription>[] = [
      {
        id: 'consumer',
        header: t('enums.EnergyType.consumer'),
        width: 'minmax(130px, 1.4fr)',
        cell: ({ consumerId, consumerName }) => (
          <ThingLink thing="site" id={consumerId}>
            {consumerName}
          </ThingLink>
        ),
        sortValue: ({ consumerName }) => consumerName,
      },
      {
        id: 'producer',
        header: t('enums.EnergyType.producer'),
        width: 'minmax(130px, 1.4fr)',
        cell: ({ producerId, producerName }) => (
          <ThingLink thing="site" id={producerId}>
            {producerName ?? t('pages.subscriptions.byOperation')}
          </ThingLink>
        ),
        sortValue: ({ producerName }) => producerName,
      },
      {
        id: 'plan',
        header: t('pages.kind.plan'),
        width: 'minmax(110px, 1fr)',
        cell: ({ plan }) => (
          <ThingLink thing="plan" id={plan.id}>
            {plan.name}
          </ThingLink>
        ),
        sortValue: ({ plan }) => plan.name,
      },
      {
        id: 'days',
        header: t('pages.since'),
        width: '112px',
        cell: ({ startDate }) => formats.day(startDate),
        sortValue: ({ startDate }) => startDate,
      },
      {
        id: 'until',
        header: t('pages.until'),
        width: '112px',
        cell: ({ endDate }) => (endDate ? formats.day(endDate) : t('formats.none')),
        sortValue: ({ endDate }) => endDate,
        hideBelow: 'lg',
      },
      {
        id: 'state',
        header: t('pages.state'),
        width: '112px',
        cell: ({ status }) => (
          <Chip
            size="small"
            variant="outlined"
            color={colours[status]}
            label={t(`enums.SubscriptionStatus.${status}`)}
          />
        ),
        sortValue: ({ status }) => order[status],
      },
    ];
    return all.filter(({ id }) => !without.split(',').includes(id));
  }, [t, formats, without]);
}
