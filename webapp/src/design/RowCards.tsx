import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useId, useMemo, useRef } from 'react';
import { LookButton } from './LookButton';
import { wide } from './listFile';
import { RowCheckbox } from './RowCheckbox';
import { Tips } from './Tips';
import type { Column, DataTableProps, Totals } from './tableProps';
import { manyRows, rowsUntilVirtual, type TableModel, useDrawn, useRows } from './tableRows';
import './rows.css';

/** The room that a card is thought to take before it is drawn. */
const usualHeight = 124;

/**
 * The rows of a table on a phone: each a card with its name and the facts that tell it from
 * the others. Sorting and boxes are those of the table.
 */
export function RowCards<Row>(props: DataTableProps<Row>) {
  const { caption, columns, selection, actions, onLook, canLook, rowName, selectable = yes, maxHeight } = props;
  const { locale } = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRows(props, locale);
  const virtual = table.rows.length >= rowsUntilVirtual;
  const virtualizer = useVirtualizer({
    count: table.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    overscan: 6,
    enabled: virtual,
  });
  const items = virtual ? virtualizer.getVirtualItems() : undefined;
  const drawn = useDrawn(table.rows.length);
  const shown = items ? items.flatMap(({ index }) => table.rows[index] ?? []) : table.rows.slice(0, drawn);
  const first = items?.[0]?.index ?? 0;
  const parts = useMemo(() => partsOf(columns), [columns]);
  const scrolls = virtual || maxHeight !== undefined;
  return (
    <>
      <CardsBar table={table} columns={columns} boxes={selection !== undefined} />
      <Box
        ref={scroller}
        {...(scrolls ? { role: 'region', 'aria-label': caption, tabIndex: 0 } : {})}
        sx={scrolls ? { maxHeight: maxHeight ?? '80vh', overflow: 'auto', overflowX: 'hidden' } : {}}
      >
        <Box
          component="ul"
          aria-label={caption}
          className={shown.length > manyRows ? 'long' : undefined}
          sx={{ m: 0, p: 0, listStyle: 'none' }}
          style={{
            paddingTop: items?.[0]?.start ?? 0,
            paddingBottom: items ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0,
          }}
        >
          {shown.map((row, at) => (
            <RowCard
              key={row.id}
              id={row.id}
              row={row.original}
              index={first + at}
              measured={virtual ? virtualizer.measureElement : undefined}
              selected={table.isSelected(row.id)}
              toggle={table.toggle}
              selectable={selection && selectable}
              {...{ parts, rowName, actions, onLook, canLook }}
            />
          ))}
        </Box>
        <Tips within={scroller} />
      </Box>
      {props.totals && table.rows.length > 0 && <TotalsCard totals={props.totals} columns={columns} />}
    </>
  );
}

/** What all rows come to, below the cards. */
function TotalsCard<Row>({ totals, columns }: { totals: Totals; columns: readonly Column<Row>[] }) {
  const told = columns.filter(({ id }, at) => at > 0 && totals.cells[id] !== undefined);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, px: 1.5, py: 1.25, borderTop: 2, borderColor: 'divider' }}>
      <Box sx={{ fontWeight: 600, mr: 'auto' }}>{totals.label}</Box>
      {told.map(({ id, header }) => (
        <Box key={id}>
          <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem', mr: 0.5 }}>
            {header}
          </Box>
          <strong>{totals.cells[id]}</strong>
        </Box>
      ))}
    </Box>
  );
}

/** What the head of a table does: all boxes at once, and the order. */
function CardsBar<Row>(props: { table: TableModel<Row>; columns: readonly Column<Row>[]; boxes: boolean }) {
  const { table, columns, boxes } = props;
  const t = useT();
  const sortId = useId();
  const sortable = columns.filter(({ sortValue }) => sortValue !== undefined);
  const sorted = sortable.find(({ id }) => table.sortOf(id) !== 'none');
  const descending = sorted !== undefined && table.sortOf(sorted.id) === 'descending';
  const orders = sortable.length > 0 && table.rows.length > 1;
  if (!boxes && !orders) return null;
  return (
    <Box
      className="no-print"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 1.5, py: 0.5, color: 'text.secondary' }}
    >
      {boxes && (
        <RowCheckbox
          label={t('design.table.selectAll')}
          checked={table.allSelected}
          partly={table.someSelected && !table.allSelected}
          onChange={table.toggleAll}
        />
      )}
      {orders && (
        <>
          <Box component="label" htmlFor={sortId} sx={{ ml: 'auto', flex: 'none', fontSize: '0.8125rem' }}>
            {t('design.table.sortBy')}
          </Box>
          <Box
            component="select"
            id={sortId}
            value={sorted?.id ?? ''}
            onChange={(event) => table.toggleSort(event.target.value)}
            sx={{
              minHeight: 44,
              maxWidth: '100%',
              minWidth: 0,
              font: 'inherit',
              fontSize: '0.8125rem',
              color: 'text.primary',
              bgcolor: 'background.paper',
              border: 0,
              textOverflow: 'ellipsis',
            }}
          >
            {!sorted && <option value="">{t('formats.none')}</option>}
            {sortable.map(({ id, header }) => (
              <option key={id} value={id}>
                {header}
              </option>
            ))}
          </Box>
          {sorted && (
            <IconButton
              aria-label={t(descending ? 'design.table.descending' : 'design.table.ascending')}
              onClick={() => table.toggleSort(sorted.id)}
              sx={{ width: 44, height: 44 }}
            >
              {descending ? <ArrowDownward fontSize="small" /> : <ArrowUpward fontSize="small" />}
            </IconButton>
          )}
        </>
      )}
    </Box>
  );
}

interface RowCardProps<Row> {
  row: Row;
  id: string;
  index: number;
  parts: Parts<Row>;
  measured: ((element: HTMLElement | null) => void) | undefined;
  selected: boolean;
  toggle: (id: string) => void;
  rowName: (row: Row) => string;
  /** Absent: the cards have no boxes at all. */
  selectable: ((row: Row) => boolean) | undefined;
  actions: ((row: Row) => ReactNode) | undefined;
  onLook: ((row: Row) => void) | undefined;
  canLook: ((row: Row) => boolean) | undefined;
}

const RowCard = memo(PlainCard) as typeof PlainCard;

function PlainCard<Row>(props: RowCardProps<Row>) {
  const { row, id, index, parts, measured, selected, toggle, rowName, selectable, actions, onLook, canLook } = props;
  const t = useT();
  const { title, aside, facts } = parts;
  return (
    <li data-index={index} ref={measured} className={selected ? 'card chosen' : 'card'}>
      <div className="card-head">
        {selectable?.(row) && (
          <RowCheckbox
            label={t('design.table.selectRow', { name: rowName(row) })}
            checked={selected}
            onChange={() => toggle(id)}
          />
        )}
        <div className="card-title">{title?.cell(row)}</div>
        {aside && <div className="card-aside">{aside.cell(row)}</div>}
        {(actions || onLook) && (
          <div className="card-actions">
            {onLook && (canLook?.(row) ?? true) && <LookButton name={rowName(row)} onClick={() => onLook(row)} />}
            {actions?.(row)}
          </div>
        )}
      </div>
      {facts.length > 0 && (
        <dl className="card-facts">
          {facts.map((column) => (
            <div key={column.id} className="card-fact">
              <dt>{column.header}</dt>
              <dd>{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

const yes = () => true;

interface Parts<Row> {
  title: Column<Row> | undefined;
  aside: Column<Row> | undefined;
  facts: Column<Row>[];
}

/** The column that names a card, the one beside it, and those below: all but those of wide screens only. */
function partsOf<Row>(columns: readonly Column<Row>[]): Parts<Row> {
  const title = columns.find(({ card }) => card === 'title') ?? columns[0];
  const facts = columns.filter(
    (one) => one !== title && (one.card ?? (wide.includes(one.hideBelow) ? 'none' : 'fact')) === 'fact',
  );
  return { title, aside: columns.find(({ card }) => card === 'aside'), facts };
}
