import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { layout } from '@openpmo/ui/theme/tokens';
import { type ReactNode, useRef } from 'react';
import { BulkBar } from './BulkBar';
import { DataTable, type DataTableProps } from './DataTable';
import { EmptyState } from './EmptyState';
import { ListExport } from './ListExport';
import { SearchField } from './SearchField';
import { rowsUntilVirtual, sortIn, useAfterTitle } from './tableRows';
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

export interface EntityListProps<Row> extends Omit<DataTableProps<Row>, 'selection' | 'empty' | 'sort' | 'onSort'> {
  /** Search, order and filters: `useListAddress`. */
  address: Pick<ListAddress, 'search' | 'setSearch' | 'sort' | 'setSort' | 'clear'>;
  searchLabel: string;
  /** Beside the search: chips, choices. */
  filters?: ReactNode;
  /** Another key is another table. */
  tableKey?: string;
  /** At the end of the toolbar: what adds to the list. */
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
  /** The list is a part of a card: it has no card of its own, and no search while all of it is in view. */
  within?: boolean;
}

/** So many rows of a list within a card are found by looking. */
const inView = 8;

/**
 * A list of what an operation has: toolbar, rows, what they come to, what to do when there is none, acts
 * on several at once, and all of it as a file.
 */
export function EntityList<Row>(props: EntityListProps<Row>) {
  const drawn = useAfterTitle();
  if (drawn) return <Whole {...props} />;
  const height = toolbarHeight + (props.rows.length || (props.awaited ?? 0)) * layout.rowHeight;
  const room = <Box sx={{ height: `min(${height}px, 80vh)` }} />;
  return props.within ? room : <Card>{room}</Card>;
}

/** Of a toolbar in one line, with the heads of the table. */
const toolbarHeight = 104;

function Whole<Row>(props: EntityListProps<Row>) {
  const { address, searchLabel, filters, toolbar, all, narrowed = all?.length !== 0, none, ...shown } = props;
  const { tableKey, refreshing, more, bulk, within = false, ...table } = shown;
  const { rows, columns, rowId, caption } = table;
  const t = useT();
  const around = useRef<HTMLDivElement>(null);
  const chosen = bulk ? (all ?? rows).filter((row) => bulk.ids.includes(rowId(row))) : [];
  const searches = !within || (all ?? rows).length > inView || address.search !== '';
  const list = (
    <>
      {all?.length !== 0 && (searches || filters || toolbar) && (
        <Stack
          direction="row"
          className="no-print"
          sx={{
            ...(within ? { pb: 1 } : { p: 1.5 }),
            columnGap: 1,
            rowGap: 1.5,
            flexWrap: 'wrap',
            alignItems: 'center',
          }}
        >
          {searches && <SearchField label={searchLabel} value={address.search} onChange={address.setSearch} />}
          {filters}
          <Stack direction="row" sx={{ ml: 'auto', gap: 1, flexWrap: 'wrap' }}>
            {rows.length > 0 && (
              <ListExport
                name={caption}
                rows={rows}
                columns={columns}
                sort={sortIn(columns, address.sort, table.defaultSort)}
                list={around}
              />
            )}
            {toolbar}
          </Stack>
        </Stack>
      )}
      {rows.length >= rowsUntilVirtual && (
        <Typography variant="body2" color="textSecondary" className="no-print" sx={{ px: 1.5, pb: 1 }}>
          {t('list.inView')}
        </Typography>
      )}
      {refreshing && <LinearProgress aria-label={t('shell.loading')} />}
      <DataTable
        key={tableKey}
        {...table}
        sort={address.sort}
        onSort={address.setSort}
        {...(bulk ? { selection: { ids: bulk.ids, onChange: bulk.onChange } } : {})}
        empty={narrowed ? <EmptyState kind="noMatch" onClear={address.clear} /> : none}
      />
      {more}
    </>
  );
  return (
    <>
      {within ? (
        <Box ref={around} sx={{ minWidth: 0 }}>
          {list}
        </Box>
      ) : (
        <Card ref={around}>{list}</Card>
      )}
      {bulk && (
        <BulkBar count={chosen.length} onClear={() => bulk.onChange([])} summary={bulk.summary?.(chosen)}>
          {bulk.actions(chosen)}
        </BulkBar>
      )}
    </>
  );
}
