import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { useT } from '@openpmo/ui/i18n/context';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { RowIcon } from '../../../../design/RowIcon';
import { ThingLink } from '../../../../design/ThingLink';
import type { Figure, MatrixRow, MatrixSide, MatrixTable as Table } from './matrix';

interface MatrixTableProps {
  table: Table;
  /** The rows that are shown, perhaps with one for the rest. */
  rows: readonly MatrixRow[];
  side: MatrixSide;
  caption: string;
  figure: (figure: Figure) => string;
  /** The size of a figure in the unit that is shown: cells are shaded by it. */
  weight: (figure: Figure) => number;
  /** A long list scrolls below its heading. */
  scrolls: boolean;
  onExplain: (consumerId: string) => void;
}

const tableStyle = {
  borderCollapse: 'separate',
  borderSpacing: 0,
  width: '100%',
  printColorAdjust: 'exact',
  '& th, & td': {
    px: 1.5,
    py: 0.75,
    borderBottom: '1px solid',
    borderColor: 'divider',
    textAlign: 'right',
    whiteSpace: 'nowrap',
    fontWeight: 400,
  },
  '& td': { fontVariantNumeric: 'tabular-nums' },
  '& thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    color: 'text.secondary',
    fontSize: '0.8125rem',
    fontWeight: 600,
    whiteSpace: 'normal',
    minWidth: 104,
  },
  '& th[scope="row"], & thead th:first-of-type': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    textAlign: 'left',
    minWidth: 160,
    maxWidth: 260,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    borderRight: '1px solid',
    borderRightColor: 'divider',
  },
  '& thead th:first-of-type': { zIndex: 2 },
  '& tfoot :is(th, td), & .total': { fontWeight: 600 },
  '& .zero': { color: 'text.secondary' },
  '& tbody tr:hover td': { outline: '1px solid', outlineColor: 'divider', outlineOffset: '-1px' },
  '@media print': { '& thead th': { position: 'static' } },
} as const;

/** Consumers by producers: figures shaded by their size, with the sums of rows and columns. */
export function MatrixTable(props: MatrixTableProps) {
  const { table, rows, side, caption, figure, weight, scrolls, onExplain } = props;
  const t = useT();
  const id = useId();
  const largest = Math.max(0, ...rows.flatMap((row) => (row.others ? [] : row.cells.map(weight))));
  const one = table.producers.length === 1;
  const line = (row: MatrixRow, name: ReactNode, shaded: boolean) => (
    <tr key={row.id}>
      <th scope="row">{name}</th>
      {!one && <td className="total">{figure(row.total)}</td>}
      {row.cells.map((cell, column) => (
        <td
          key={table.producers[column]?.id}
          className={cell.milliWh === 0 ? 'zero' : undefined}
          style={shaded && largest > 0 ? shade(cell, weight(cell) / largest, side) : undefined}
        >
          {figure(cell)}
        </td>
      ))}
    </tr>
  );
  return (
    <Box
      role="region"
      aria-labelledby={id}
      tabIndex={0}
      sx={{
        overflow: 'auto',
        maxHeight: scrolls ? 'min(75vh, 760px)' : 'none',
        contain: 'inline-size',
        '@media print': { maxHeight: 'none', overflow: 'visible' },
      }}
    >
      <Box component="table" sx={tableStyle}>
        <caption id={id} style={visuallyHidden}>
          {caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('distribution.matrix.consumer')}</th>
            {!one && <th scope="col">{t('distribution.matrix.total')}</th>}
            {table.producers.map(({ id: key, name }) => (
              <th key={key} scope="col">
                <ThingLink thing="site" id={key}>
                  {name}
                </ThingLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map((row) => line(row, <RowName row={row} onExplain={onExplain} />, !row.others))}</tbody>
        <tfoot>
          {line(table.shared, t('distribution.matrix.shared'), false)}
          {line(table.surplus, t('distribution.matrix.surplus'), false)}
        </tfoot>
      </Box>
    </Box>
  );
}

/** The name of a consumer leads to its page; the button beside it explains how a step of it was shared. */
export function RowName({ row, onExplain }: { row: MatrixRow; onExplain: (consumerId: string) => void }) {
  const t = useT();
  if (row.others) return t('distribution.matrix.others', { smart_count: row.others });
  const explain = t('distribution.explain.of', { name: row.name });
  return (
    <span className="with-button">
      <ThingLink thing="site" id={row.id} className="cut" title={row.name}>
        {row.name}
      </ThingLink>
      <button
        type="button"
        className="icon-button look no-print"
        aria-label={explain}
        title={explain}
        onClick={() => onExplain(row.id)}
      >
        <RowIcon name="help" />
      </button>
    </span>
  );
}

/** At most so much of a colour that text on it stays readable. */
const strongest = 38;

/** Shaded by the root of its share, so that small figures beside one large one still differ. */
function shade({ milliWh = 0 }: Figure, share: number, side: MatrixSide): CSSProperties | undefined {
  if (share === 0) return undefined;
  const more = milliWh > 0 ? 'info-main' : 'warning-main';
  const colour = side === 'difference' ? more : 'nature-Autoconso';
  const strength = (strongest * Math.sqrt(share)).toFixed(1);
  return { backgroundColor: `color-mix(in srgb, var(--mui-palette-${colour}) ${strength}%, transparent)` };
}
