import Box from '@mui/material/Box';
import { useT } from '@openpmo/ui/i18n/context';
import type { MatrixProps } from './MatrixTable';
import { PairCell } from './PairCell';

/** The matrix on a phone: each consumer with its sellers below it. */
export function MatrixCards({ matrix, rows, onChange, onFill }: MatrixProps) {
  const t = useT();
  return (
    <Box
      component="ul"
      aria-label={t('subscriptions.matrix.caption')}
      sx={{ m: 0, p: 0, listStyle: 'none', '& > li': { px: 1.5, py: 1.25, borderTop: 1, borderColor: 'divider' } }}
    >
      {rows.map((row) => (
        <li key={row.consumerId}>
          <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{row.name}</Box>
          <Box component="dl" sx={{ m: 0 }}>
            {matrix.sellers.map((seller, at) => {
              const cell = row.cells[at];
              if (!cell || (cell.apart && !cell.active && !cell.upcoming)) return null;
              return (
                <Box
                  key={seller.producerId ?? ''}
                  sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', minHeight: 44 }}
                >
                  <Box component="dt" sx={{ color: 'text.secondary', flex: '1 1 120px', overflowWrap: 'anywhere' }}>
                    {seller.name ?? t('subscriptions.byOperation')}
                  </Box>
                  <Box component="dd" sx={{ m: 0 }}>
                    <PairCell {...{ row, seller, cell, onChange, onFill }} />
                  </Box>
                </Box>
              );
            })}
          </Box>
        </li>
      ))}
    </Box>
  );
}
