import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useFormats } from '@openpmo/ui/i18n/context';
import { layout } from '@openpmo/ui/theme/tokens';
import { useVirtualizer } from '@tanstack/react-virtual';
import { lazy, Suspense, useId, useMemo, useRef } from 'react';
import { HeaderRow, rowsStyle, TableRow, TotalsRow } from './DataTableRows';
import { ErrorPanel } from './ErrorPanel';
import { RowsSkeleton } from './Skeletons';
import type { DataTableProps } from './tableProps';
import { rowsUntilVirtual, tracksOf, useRows } from './tableRows';

export type { Column, DataTableProps, Selection, Sort } from './tableProps';

// Only phones load it.
const RowCards = lazy(() => import('./RowCards').then((part) => ({ default: part.RowCards }))) as typeof Body;

/**
 * Sortable, selectable rows; on a phone each of them is a card. Long lists only draw the rows
 * in view. The scrolling region stands outside the table role, as assistive technology expects.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { state, rows, empty } = props;
  const columns = useMemo(() => props.columns.filter(({ fileOnly }) => !fileOnly), [props.columns]);
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  if (state?.isPending) return <RowsSkeleton height={rowHeight(props)} />;
  if (state?.isError) return <ErrorPanel error={state.error} onRetry={state.refetch && (() => state.refetch?.())} />;
  if (rows.length === 0 && empty) return empty;
  if (!phone) return <Body {...props} columns={columns} />;
  return (
    <Suspense fallback={<RowsSkeleton height={rowHeight(props)} />}>
      <RowCards {...props} columns={columns} />
    </Suspense>
  );
}

const rowHeight = ({ dense }: { dense?: boolean }) => (dense ? layout.denseRowHeight : layout.rowHeight);

function Body<Row>(props: DataTableProps<Row>) {
  const { caption, columns, selection, actions, maxHeight = 'min(70vh, 720px)' } = props;
  const { locale } = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  const captionId = useId();
  const table = useRows(props, locale);
  const virtual = table.rows.length >= rowsUntilVirtual;
  const height = rowHeight(props);
  const virtualizer = useVirtualizer({
    count: table.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    enabled: virtual,
  });
  const items = virtual ? virtualizer.getVirtualItems() : undefined;
  const shown = items ? items.map((item) => item.index) : table.rows.map((_, index) => index);
  const above = items?.[0]?.start ?? 0;
  const below = items ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    <Box
      ref={scroller}
      role="region"
      aria-labelledby={captionId}
      // A region that scrolls must be reachable by keyboard.
      tabIndex={0}
      sx={{
        maxHeight,
        overflow: 'auto',
        contain: 'inline-size',
        '@media print': { maxHeight: 'none', overflow: 'visible' },
      }}
    >
      <Box
        role="table"
        aria-label={caption}
        id={captionId}
        aria-rowcount={table.rows.length + (props.totals ? 2 : 1)}
        sx={{ ...tracksOf(columns, selection !== undefined, actions !== undefined), ...rowsStyle }}
      >
        <HeaderRow table={table} columns={columns} selection={selection} hasActions={actions !== undefined} />
        <Box role="rowgroup" style={{ paddingTop: above, paddingBottom: below }}>
          {shown.map((index) => {
            const row = table.rows[index];
            return row === undefined ? null : (
              <TableRow
                key={row.id}
                row={row.original}
                index={index}
                height={height}
                selected={row.selected}
                toggle={row.toggle}
                {...{ columns, actions, rowName: props.rowName, selectable: selection && (props.selectable ?? yes) }}
              />
            );
          })}
        </Box>
        {props.totals && table.rows.length > 0 && (
          <TotalsRow
            totals={props.totals}
            columns={columns}
            index={table.rows.length + 1}
            before={selection !== undefined}
            after={actions !== undefined}
          />
        )}
      </Box>
    </Box>
  );
}

const yes = () => true;
