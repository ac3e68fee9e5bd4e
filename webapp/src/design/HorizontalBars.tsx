import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { NatureKey } from '@openpmo/ui/theme/natures';
import type { ReactNode } from 'react';
import { natureFill } from './natureFill';

export interface BarSegment {
  nature: NatureKey;
  value: number;
}

export interface Bar {
  id: string;
  name: ReactNode;
  /** Drawn one after the other, in their own unit; none = a figure without a bar. */
  segments: readonly BarSegment[];
  /** The figure in words, at the right. */
  text: string;
  /** A second figure, as the share of the total. */
  note?: string;
}

export interface HorizontalBarsProps {
  label: string;
  bars: readonly Bar[];
  /** Length of a full bar; the longest bar when absent. */
  max?: number;
}

const total = (bar: Bar) => bar.segments.reduce((sum, segment) => sum + segment.value, 0);

/** Ranked bars with name and figure on a line above, so that they also read on a phone. */
export function HorizontalBars({ label, bars, max = Math.max(1, ...bars.map(total)) }: HorizontalBarsProps) {
  return (
    <Stack component="ol" aria-label={label} sx={{ listStyle: 'none', p: 0, m: 0, gap: 1.25 }}>
      {bars.map((bar) => (
        <Box component="li" key={bar.id} sx={{ minWidth: 0 }}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2, alignItems: 'baseline' }}>
            <Typography noWrap sx={{ minWidth: 0 }}>
              {bar.name}
            </Typography>
            <Typography noWrap sx={{ flex: 'none', fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
              {bar.text}
              {bar.note && (
                <Typography
                  component="span"
                  variant="caption"
                  color="textSecondary"
                  sx={{ display: 'inline-block', minWidth: 52, textAlign: 'right' }}
                >
                  {bar.note}
                </Typography>
              )}
            </Typography>
          </Stack>
          <Box
            aria-hidden
            sx={{
              display: bar.segments.length === 0 ? 'none' : 'flex',
              height: 10,
              borderRadius: '5px',
              overflow: 'hidden',
              bgcolor: 'action.hover',
            }}
          >
            {bar.segments.map((segment) => (
              <Box
                key={segment.nature}
                sx={{ ...natureFill(segment.nature), printColorAdjust: 'exact' }}
                style={{ width: `${(100 * Math.max(0, segment.value)) / max}%` }}
              />
            ))}
          </Box>
        </Box>
      ))}
    </Stack>
  );
}
