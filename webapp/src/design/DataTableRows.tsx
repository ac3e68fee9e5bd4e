import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import UnfoldMore from '@mui/icons-material/UnfoldMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { visuallyHidden } from '@mui/utils';
import { useT } from '@openpmo/ui/i18n/context';
import { memo, type ReactNode } from 'react';
import { LookButton } from './LookButton';
import { RowCheckbox } from './RowCheckbox';
import type { Column, Selection, Totals } from './tableProps';
import { cellStyle, type TableModel } from './tableRows';

const rowStyle = {
  display: 'grid',
  gridTemplateColumns: 'var(--tracks)',
  alignItems: 'center',
  borderBottom: '1px solid',
  borderColor: 'divider',
};
const cell = { px: 1.5, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };
/** A header takes the lines it needs and never stands over its neighbour. */
const header = {
  ...cell,
  whiteSpace: 'normal',
  overflow: 'visible',
  overflowWrap: 'anywhere',
  hyphens: 'auto',
} as const;

interface HeaderProps<Row> {
  table: TableModel<Row>;
  columns: readonly Column<Row>[];
  selection: Selection | undefined;
  hasActions: boolean;
}

export function HeaderRow<Row>({ table, columns, selection, hasActions }: HeaderProps<Row>) {
  const t = useT();
  return (
    <Box role="rowgroup" sx={{ position: 'sticky', top: 0, zIndex: 1, bgcolor: 'background.paper' }}>
      <Box
        role="row"
        aria-rowindex={1}
        sx={{ ...rowStyle, minHeight: 40, color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 600 }}
      >
        {selection && (
          <Box role="columnheader" sx={{ ...cell, overflow: 'visible' }}>
            <Box component="span" sx={visuallyHidden}>
              {t('design.table.selectAll')}
            </Box>
            <RowCheckbox
              label={t('design.table.selectAll')}
              checked={table.allSelected}
              partly={table.someSelected && !table.allSelected}
              onChange={table.toggleAll}
            />
          </Box>
        )}
        {columns.map((column) => (
          <Header key={column.id} column={column} table={table} />
        ))}
        {hasActions && (
          <Box role="columnheader" sx={cell}>
            <span style={visuallyHidden}>{t('design.table.actions')}</span>
          </Box>
        )}
      </Box>
    </Box>
  );
}

const sortIcons = { ascending: ArrowUpward, descending: ArrowDownward, none: UnfoldMore };

function Header<Row>({ column, table }: { column: Column<Row>; table: TableModel<Row> }) {
  if (!column.sortValue) {
    return (
      <Box role="columnheader" data-column={column.id} sx={{ ...header, ...cellStyle(column) }}>
        {column.header}
      </Box>
    );
  }
  const sort = table.sortOf(column.id);
  const Icon = sortIcons[sort];
  return (
    <Box role="columnheader" data-column={column.id} aria-sort={sort} sx={{ ...header, ...cellStyle(column) }}>
      <ButtonBase
        onClick={() => table.toggleSort(column.id)}
        sx={{
          font: 'inherit',
          gap: 0.5,
          minHeight: 32,
          '@media (pointer: coarse)': { minHeight: 44 },
          maxWidth: '100%',
          textAlign: 'inherit',
          borderRadius: 1,
          color: sort === 'none' ? 'inherit' : 'text.primary',
        }}
      >
        <Box component="span" sx={{ minWidth: 0 }}>
          {column.header}
        </Box>
        <Icon aria-hidden sx={{ flex: 'none', fontSize: 16, opacity: sort === 'none' ? 0.6 : 1 }} />
      </ButtonBase>
    </Box>
  );
}

/** A grid of plain elements: it is laid out as no table is, and weighs less than one of components. */
const asCell = { role: 'cell' };

interface RowProps<Row> {
  row: Row;
  id: string;
  index: number;
  height: number;
  columns: readonly Column<Row>[];
  selected: boolean;
  toggle: (id: string) => void;
  rowName: (row: Row) => string;
  /** Absent: the table has no boxes at all. */
  selectable: ((row: Row) => boolean) | undefined;
  actions: ((row: Row) => ReactNode) | undefined;
  onLook: ((row: Row) => void) | undefined;
  canLook: ((row: Row) => boolean) | undefined;
}

/** Drawn anew only where something of it is another: of hundreds of rows one is chosen, and one is drawn. */
export const TableRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row>(props: RowProps<Row>) {
  const { row, id, index, height, columns, selected, toggle, rowName, selectable, actions, onLook, canLook } = props;
  const t = useT();
  return (
    <div
      {...{ role: 'row', 'aria-rowindex': index + 2, 'aria-selected': selectable ? selected : undefined }}
      className={selected ? 'row chosen' : 'row'}
      style={{ minHeight: height }}
    >
      {selectable && (
        <div {...asCell} className="cell whole">
          {selectable(row) && (
            <RowCheckbox
              label={t('design.table.selectRow', { name: rowName(row) })}
              checked={selected}
              onChange={() => toggle(id)}
            />
          )}
        </div>
      )}
      {columns.map((column) => (
        <div key={column.id} {...asCell} className={column.align ? 'cell figure' : 'cell'} style={column.place}>
          {column.cell(row)}
        </div>
      ))}
      {(actions || onLook) && (
        <div {...asCell} className="cell whole narrow">
          {onLook && (canLook?.(row) ?? true) && <LookButton name={rowName(row)} onClick={() => onLook(row)} />}
          {actions?.(row)}
        </div>
      )}
    </div>
  );
}

interface TotalsRowProps<Row> {
  totals: Totals;
  columns: readonly Column<Row>[];
  index: number;
  /** There is a column of boxes before the others, or one of actions behind them. */
  before: boolean;
  after: boolean;
}

/** What all rows come to: at the foot of what scrolls, its name over the columns that have no total. */
export function TotalsRow<Row>({ totals, columns, index, before, after }: TotalsRowProps<Row>) {
  return (
    <Box
      role="rowgroup"
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 1,
        bgcolor: 'background.paper',
        '@media print': { position: 'static' },
      }}
    >
      <Box
        role="row"
        aria-rowindex={index + 1}
        sx={{ ...rowStyle, minHeight: 44, borderTop: '1px solid', borderColor: 'divider', fontWeight: 600 }}
      >
        {before && <Box role="cell" sx={cell} />}
        {columns.map((column, at) => (
          <Box
            key={column.id}
            role="cell"
            sx={{ ...cell, ...cellStyle(column), ...(at === 0 ? { overflow: 'visible' } : {}) }}
          >
            {at === 0 ? totals.label : totals.cells[column.id]}
          </Box>
        ))}
        {after && <Box role="cell" sx={cell} />}
      </Box>
    </Box>
  );
}
