import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { useOperation } from '../../api/operations';
import type { Column } from '../../design/DataTable';
import { EntityList } from '../../design/EntityList';
import { StatusChip } from '../../design/StatusChip';
import { matching } from '../../design/search';
import { ThingLink } from '../../design/ThingLink';
import { useListAddress } from '../../design/useListAddress';
import { type BillRunSummary, useRuns } from './queries';

/** The runs of the operation, newest first, each a way to its page. */
export function RunList() {
  const t = useT();
  const { id } = useOperation();
  const runs = useRuns(id);
  const address = useListAddress([], 'runs');
  const columns = useColumns();
  const formats = useFormats();
  const all = runs.data ?? [];
  const { search } = address;
  const shown = useMemo(
    () => matching(runs.data ?? [], search, (run) => `${formats.day(run.billUpTo)} ${formats.instant(run.createdAt)}`),
    [runs.data, search, formats],
  );
  return (
    <div>
      <Typography variant="h2" sx={{ mt: 3, mb: 1 }}>
        {t('billRuns.all')}
      </Typography>
      <EntityList
        address={address}
        searchLabel={t('billRuns.searchRuns')}
        caption={t('billRuns.all')}
        rows={shown}
        all={all}
        columns={columns}
        rowId={idOf}
        rowName={(run) => formats.instant(run.createdAt)}
        defaultSort={{ id: 'createdAt', desc: true }}
        state={runs}
        none={null}
        maxHeight={420}
      />
    </div>
  );
}

const idOf = ({ id }: BillRunSummary) => id;

function useColumns(): Column<BillRunSummary>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    (): Column<BillRunSummary>[] => [
      {
        id: 'createdAt',
        header: t('billRuns.column.started'),
        width: 'minmax(152px, 1.2fr)',
        cell: ({ id, createdAt }) => (
          <ThingLink thing="run" id={id} className="name">
            {formats.instant(createdAt, 'numeric')}
          </ThingLink>
        ),
        sortValue: ({ createdAt }) => Date.parse(createdAt),
        file: { as: 'text', of: ({ createdAt }) => formats.instant(createdAt, 'numeric') },
      },
      {
        id: 'billUpTo',
        header: t('billRuns.column.upTo'),
        width: 'minmax(112px, 1fr)',
        cell: ({ billUpTo }) => formats.day(billUpTo),
        sortValue: ({ billUpTo }) => billUpTo,
        file: { as: 'day', of: ({ billUpTo }) => billUpTo },
      },
      {
        id: 'state',
        header: t('billRuns.column.state'),
        width: '132px',
        cell: ({ status }) => <StatusChip kind="RunItemStatus" status={status} />,
        sortValue: ({ status }) => status,
        file: { as: 'text', of: ({ status }) => t(`enums.RunItemStatus.${status}`) },
        hideBelow: 'sm',
        card: 'fact',
      },
      {
        id: 'invoices',
        header: t('billRuns.column.invoices'),
        width: 'minmax(88px, 0.8fr)',
        align: 'right',
        cell: ({ invoicesNumber }) => formats.number(invoicesNumber),
        sortValue: ({ invoicesNumber }) => invoicesNumber,
        file: { as: 'number', of: ({ invoicesNumber }) => invoicesNumber },
        hideBelow: 'sm',
      },
      {
        id: 'failures',
        header: t('billRuns.column.failures'),
        width: 'minmax(88px, 0.8fr)',
        align: 'right',
        cell: ({ failuresNumber }) => formats.number(failuresNumber),
        sortValue: ({ failuresNumber }) => failuresNumber,
        file: { as: 'number', of: ({ failuresNumber }) => failuresNumber },
        hideBelow: 'md',
      },
      {
        id: 'amount',
        header: t('billRuns.column.amount'),
        width: '116px',
        align: 'right',
        cell: ({ amountCents }) => <strong>{formats.money(amountCents)}</strong>,
        sortValue: ({ amountCents }) => amountCents,
        file: { as: 'money', of: ({ amountCents }) => amountCents },
        card: 'aside',
      },
    ],
    [t, formats],
  );
}
