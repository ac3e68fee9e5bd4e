import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import type { Subscription } from '../queries';
import type { MatrixRow, NamedPair, SubscriptionMatrix } from './matrix';
import { PairCell } from './PairCell';

export interface MatrixProps {
  matrix: SubscriptionMatrix;
  /** The rows that search and filter leave. */
  rows: readonly MatrixRow[];
  /** Absent: the plans are only read. */
  onChange: ((subscription: Subscription) => void) | undefined;
  onFill: ((pair: NamedPair) => void) | undefined;
}

const style = {
  borderCollapse: 'separate',
  borderSpacing: 0,
  width: '100%',
  '& th, & td': { borderBottom: '1px solid', borderColor: 'divider', fontWeight: 400, px: 1, py: 0.5 },
  '& td': { minWidth: 128, maxWidth: 200, height: 44 },
  '& thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    color: 'text.secondary',
    fontSize: '0.8125rem',
    fontWeight: 600,
    textAlign: 'left',
    verticalAlign: 'bottom',
    overflowWrap: 'anywhere',
    hyphens: 'auto',
    maxWidth: 200,
  },
  '& th[scope="row"], & thead th:first-of-type': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    textAlign: 'left',
    minWidth: 200,
    maxWidth: 280,
    px: 1.5,
    overflowWrap: 'anywhere',
    borderRight: '1px solid',
    borderRightColor: 'divider',
  },
  '& thead th:first-of-type': { zIndex: 2 },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
  '@media print': { '& thead th': { position: 'static' } },
} as const;

/** Consumers by sellers; heads and names stay in view. Every row is in the page, so that it is found and printed. */
export function MatrixTable({ matrix, rows, onChange, onFill }: MatrixProps) {
  const t = useT();
  const id = useId();
  return (
    <Box
      role="region"
      aria-labelledby={id}
      tabIndex={0}
      sx={{
        overflow: 'auto',
        maxHeight: 'min(75vh, 760px)',
        contain: 'inline-size',
        '@media print': { maxHeight: 'none', overflow: 'visible' },
      }}
    >
      <Box component="table" sx={style}>
        <caption id={id} style={visuallyHidden}>
          {t('subscriptions.matrix.caption')}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('enums.EnergyType.consumer')}</th>
            {matrix.sellers.map(({ producerId, name }) => (
              <th key={producerId ?? ''} scope="col">
                {name ?? t('subscriptions.byOperation')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.consumerId}>
              <th scope="row">{row.name}</th>
              {matrix.sellers.map((seller, at) => (
                <td key={seller.producerId ?? ''}>
                  <PairCell {...{ row, seller, onChange, onFill }} cell={row.cells[at] ?? { apart: true }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
