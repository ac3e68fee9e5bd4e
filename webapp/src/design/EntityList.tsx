import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { BulkBar } from './BulkBar';
import { DataTable, type DataTableProps } from './DataTable';
import { EmptyState } from './EmptyState';
import { SearchField } from './SearchField';
import type { ListAddress } from './useListAddress';

/** What can be done with several rows at once. */
export interface Bulk<Row> {
  ids: readonly string[];
  onChange: (ids: string[]) => void;
  /** Totals of the chosen rows, in words. */
  summary?: (chosen: readonly Row[]) => ReactNode;
  /** The buttons that act on the chosen rows. */
  actions: (chosen: readonly Row[]) => ReactNode;
}

export interface EntityListProps<Row> extends Omit<DataTableProps<Row>, 'selection' | 'empty'> {
  /** Search and filters: `useListAddress`. */
  address: Pick<ListAddress, 'search' | 'setSearch' | 'clear'>;
  searchLabel: string;
  /** Beside the search: chips, choices. */
  filters?: ReactNode;
  /** Another key is another table: its order begins anew. */
  tableKey?: string;
  /** At the end of the toolbar: what adds to the list, or exports it. */
  toolbar?: ReactNode;
  /** Every row before search and filters, where the page has them; an empty list then needs no toolbar. */
  all?: readonly Row[];
  /** Whether search or a filter has left rows out; without it, whether there are rows at all. */
  narrowed?: boolean;
  /** What to do where there is nothing yet. */
  none: ReactNode;
  /** The rows of before are shown until those that are asked for come. */
  refreshing?: boolean;
  /** Below the rows: how to see more of them. */
  more?: ReactNode;
  bulk?: Bulk<Row> | undefined;
}

/** A list of what an operation has: toolbar, rows, what to do when there is none, and acts on several at once. */
export function EntityList<Row>(props: EntityListProps<Row>) {
  const { address, searchLabel, filters, toolbar, all, narrowed = all?.length !== 0, none, ...shown } = props;
  const { tableKey, refreshing, more, bulk, ...table } = shown;
  const { rows, rowId } = table;
  const t = useT();
  const chosen = bulk ? (all ?? rows).filter((row) => bulk.ids.includes(rowId(row))) : [];
  return (
    <>
      <Card>
        {all?.length !== 0 && (
          <Stack direction="row" className="no-print" sx={{ p: 1.5, gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <SearchField label={searchLabel} value={address.search} onChange={address.setSearch} />
            {filters}
            {toolbar && <Stack sx={{ ml: 'auto' }}>{toolbar}</Stack>}
          </Stack>
        )}
        {refreshing && <LinearProgress aria-label={t('shell.loading')} />}
        <DataTable
          key={tableKey}
          {...table}
          {...(bulk ? { selection: { ids: bulk.ids, onChange: bulk.onChange } } : {})}
          empty={narrowed ? <EmptyState kind="noMatch" onClear={address.clear} /> : none}
        />
        {more}
      </Card>
      {bulk && (
        <BulkBar count={chosen.length} onClear={() => bulk.onChange([])} summary={bulk.summary?.(chosen)}>
          {bulk.actions(chosen)}
        </BulkBar>
      )}
    </>
  );
}
