import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useRef } from 'react';
import { RowCheckbox } from './RowCheckbox';
import type { Column, DataTableProps, Totals } from './tableProps';
import { rowsUntilVirtual, type TableModel, useRows } from './tableRows';

/** The room that a card is thought to take before it is drawn. */
const usualHeight = 124;

/**
 * The rows of a table on a phone: each a card with its name and the facts that tell it from
 * the others. Sorting and boxes are those of the table.
 */
export function RowCards<Row>(props: DataTableProps<Row>) {
  const { caption, columns, selection, maxHeight } = props;
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
  const shown = items ? items.map(({ index }) => index) : table.rows.map((_, index) => index);
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
          sx={{ m: 0, p: 0, listStyle: 'none' }}
          style={{
            paddingTop: items?.[0]?.start ?? 0,
            paddingBottom: items ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0,
          }}
        >
          {shown.map((index) => {
            const row = table.rows[index];
            return (
              row && (
                <RowCard
                  key={row.id}
                  {...props}
                  row={row.original}
                  index={index}
                  {...(virtual ? { measured: virtualizer.measureElement } : {})}
                  selected={row.selected}
                  toggle={row.toggle}
                />
              )
            );
          })}
        </Box>
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

interface RowCardProps<Row> extends Omit<DataTableProps<Row>, 'rows'> {
  row: Row;
  index: number;
  measured?: (element: HTMLElement | null) => void;
  selected: boolean;
  toggle: () => void;
}

function RowCard<Row>(props: RowCardProps<Row>) {
  const { row, index, measured, columns, rowName, selection, selectable, actions, selected, toggle } = props;
  const t = useT();
  const { title, aside, facts } = partsOf(columns);
  return (
    <Box
      component="li"
      data-index={index}
      {...(measured ? { ref: measured } : {})}
      sx={{
        px: 1.5,
        py: 1.25,
        borderTop: '1px solid',
        borderColor: 'divider',
        breakInside: 'avoid',
        ...(selected ? { bgcolor: 'action.selected' } : {}),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        {selection && (selectable?.(row) ?? true) && (
          <RowCheckbox
            label={t('design.table.selectRow', { name: rowName(row) })}
            checked={selected}
            onChange={toggle}
          />
        )}
        <Box
          sx={{
            flex: 1,
            minWidth: 0,
            fontWeight: 600,
            overflowWrap: 'anywhere',
            pt: 0.25,
            '& :is(a, button)': {
              '@media (pointer: coarse)': { minHeight: 44, minWidth: 44, display: 'flex', alignItems: 'center' },
            },
          }}
        >
          {title?.cell(row)}
        </Box>
        {aside && <Box sx={{ flex: 'none', fontWeight: 600, pt: 0.25 }}>{aside.cell(row)}</Box>}
        {actions && <Box sx={{ flex: 'none', my: -0.75, mr: -1 }}>{actions(row)}</Box>}
      </Box>
      {facts.length > 0 && (
        <Box
          component="dl"
          sx={{
            m: 0,
            mt: 0.75,
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
            columnGap: 1.5,
            rowGap: 0.75,
          }}
        >
          {facts.map((column) => (
            <Box
              key={column.id}
              sx={{
                minWidth: 0,
                '&:has(> dd:empty)': { display: 'none' },
                // A state is said whole.
                '&:has(.MuiChip-root)': { gridColumn: '1 / -1' },
              }}
            >
              <Box component="dt" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
                {column.header}
              </Box>
              <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {column.cell(row)}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}

/** The column that names a card, the one beside it, and those below: all but those of wide screens only. */
function partsOf<Row>(columns: readonly Column<Row>[]) {
  const title = columns.find(({ card }) => card === 'title') ?? columns[0];
  const facts = columns.filter(
    (one) => one !== title && (one.card ?? (one.hideBelow === 'lg' ? 'none' : 'fact')) === 'fact',
  );
  return { title, aside: columns.find(({ card }) => card === 'aside'), facts };
}
