import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useFormats } from '@openpmo/ui/i18n/context';
import { layout } from '@openpmo/ui/theme/tokens';
import { lazy, Suspense, useId, useMemo, useRef } from 'react';
import { HeaderRow, TableRow, TotalsRow } from './DataTableRows';
import { ErrorPanel } from './ErrorPanel';
import { RowsSkeleton } from './Skeletons';
import { Tips } from './Tips';
import type { DataTableProps } from './tableProps';
import { manyRows, rowsUntilVirtual, useDrawn, useRows, useTableTracks } from './tableRows';
import type { RowWindow } from './WindowedRows';
import './rows.css';

export type { Column, DataTableProps, Selection, Sort } from './tableProps';

// Only phones load it.
const RowCards = lazy(() => import('./RowCards').then((part) => ({ default: part.RowCards }))) as typeof Body;

// Only lists of thousands load it.
const WindowedRows = lazy(async () => ({ default: (await import('./WindowedRows')).WindowedRows }));

/**
 * Sortable, selectable rows; on a phone each of them is a card. A screen full of them is drawn at once, the
 * others right after it, in room that is kept for them. Where there are thousands, only those in view are drawn.
 * The scrolling region stands outside the table role, as assistive technology expects.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { state, rows, empty } = props;
  const columns = useMemo(() => props.columns.filter(({ fileOnly }) => !fileOnly), [props.columns]);
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  if (state?.isPending) return <RowsSkeleton height={rowHeight(props)} rows={Math.min(props.awaited ?? 5, 12) + 1} />;
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
  const { caption, selection, actions, onLook, maxHeight = 'min(70vh, 720px)' } = props;
  const { locale } = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  const captionId = useId();
  const table = useRows(props, locale);
  const drawn = useDrawn(table.rows.length);
  const height = rowHeight(props);
  const buttons = Number(actions !== undefined) + Number(onLook !== undefined);
  const { columns, style } = useTableTracks(props.columns, props.rows, selection !== undefined, buttons);
  const draw = ({ from, to, above, below }: RowWindow) => (
    <div
      {...asRows}
      className={to - from > manyRows ? 'long' : undefined}
      style={{ paddingTop: above, paddingBottom: below, ['--row-height' as string]: `${height}px` }}
    >
      {table.rows.slice(from, to).map((row, at) => (
        <TableRow
          key={row.id}
          id={row.id}
          row={row.original}
          index={from + at}
          height={height}
          selected={table.isSelected(row.id)}
          toggle={table.toggle}
          selectable={selection && (props.selectable ?? yes)}
          {...{ columns, actions, onLook, canLook: props.canLook, rowName: props.rowName }}
        />
      ))}
    </div>
  );
  const many = table.rows.length >= rowsUntilVirtual;
  return (
    <Box
      ref={scroller}
      role="region"
      aria-labelledby={captionId}
      data-chosen={props.chosen || undefined}
      // A region that scrolls must be reachable by keyboard.
      tabIndex={0}
      sx={{
        maxHeight,
        overflow: 'auto',
        // Columns go by the room that there is here.
        containerType: 'inline-size',
        '@media print': { maxHeight: 'none', overflow: 'visible' },
      }}
    >
      <Box
        role="table"
        aria-label={caption}
        id={captionId}
        aria-rowcount={table.rows.length + (props.totals ? 2 : 1)}
        sx={style}
      >
        <HeaderRow table={table} columns={columns} selection={selection} hasActions={buttons > 0} />
        {many ? (
          <Suspense
            fallback={draw({ from: 0, to: manyRows, above: 0, below: (table.rows.length - manyRows) * height })}
          >
            <WindowedRows count={table.rows.length} height={height} scroller={scroller}>
              {draw}
            </WindowedRows>
          </Suspense>
        ) : (
          draw({ from: 0, to: drawn, above: 0, below: Math.max(0, table.rows.length - drawn) * height })
        )}
        {props.totals && table.rows.length > 0 && (
          <TotalsRow
            totals={props.totals}
            columns={columns}
            index={table.rows.length + 1}
            before={selection !== undefined}
            after={buttons > 0}
          />
        )}
      </Box>
      <Tips within={scroller} />
    </Box>
  );
}

const yes = () => true;

const asRows = { role: 'rowgroup' };
