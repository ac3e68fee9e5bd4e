import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export interface DivergingBar {
  id: string;
  name: ReactNode;
  /** To the right of the middle when above zero, to the left when below. */
  value: number;
  /** The figure in words, with its sign. */
  text: string;
  /** A second figure. */
  note?: string;
}

export interface DivergingBarsProps {
  label: string;
  bars: readonly DivergingBar[];
  /** Length of a full half; the largest value when absent. */
  max?: number;
}

/** More and less, from a line in the middle, or from the left where all point one way; the sign stands in the figure too. */
export function DivergingBars({ label, bars, max }: DivergingBarsProps) {
  const full = max ?? Math.max(1, ...bars.map(({ value }) => Math.abs(value)));
  const both = bars.some(({ value }) => value > 0) && bars.some(({ value }) => value < 0);
  return (
    <Stack component="ol" aria-label={label} sx={{ listStyle: 'none', p: 0, m: 0, gap: 1.25 }}>
      {bars.map((bar) => (
        <Box component="li" key={bar.id} sx={{ minWidth: 0 }}>
          {/* Where both do not fit beside each other the figures stand below: no name is cut. */}
          <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline' }}>
            <Typography sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{bar.name}</Typography>
            <Typography noWrap sx={{ flex: 'none', ml: 'auto', fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
              {bar.text}
              {bar.note && (
                <Typography component="span" variant="caption" color="textSecondary" sx={{ ml: 1 }}>
                  {bar.note}
                </Typography>
              )}
            </Typography>
          </Stack>
          <Track value={bar.value} full={full} both={both} />
        </Box>
      ))}
    </Stack>
  );
}

function Track({ value, full, both }: { value: number; full: number; both: boolean }) {
  const less = value < 0;
  const length = Math.min(1, Math.abs(value) / full);
  const place = less ? { right: '50%', width: `${50 * length}%` } : { left: '50%', width: `${50 * length}%` };
  return (
    <Box aria-hidden sx={{ position: 'relative', height: 10, borderRadius: '5px', bgcolor: 'action.hover' }}>
      <Box
        sx={{
          position: 'absolute',
          insetBlock: 0,
          bgcolor: less ? 'warning.main' : 'info.main',
          borderRadius: both && less ? '5px 0 0 5px' : '0 5px 5px 0',
          printColorAdjust: 'exact',
        }}
        style={both ? place : { left: 0, width: `${100 * length}%` }}
      />
      <Box
        sx={{ position: 'absolute', insetBlock: -2, width: '2px', ml: '-1px', bgcolor: 'outline' }}
        style={{ left: both ? '50%' : 0 }}
      />
    </Box>
  );
}
