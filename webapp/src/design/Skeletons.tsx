import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { visuallyHidden } from '@mui/utils';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useEffect, useState } from 'react';

const delayMs = 150;

/** Waits before it shows anything, so that fast answers do not flicker; speaks once. */
export function Delayed({ children }: { children: ReactNode }) {
  const t = useT();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Box role="status" sx={{ visibility: late ? 'visible' : 'hidden' }}>
      <span style={visuallyHidden}>{t('shell.loading')}</span>
      {children}
    </Box>
  );
}

/** Rows of a table or list that is on its way. */
export function RowsSkeleton({ rows = 6, height = 44 }: { rows?: number; height?: number }) {
  return (
    <Delayed>
      <Stack sx={{ px: 2 }}>
        {Array.from({ length: rows }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty rows have nothing else
          <Skeleton key={i} variant="text" height={height} animation={false} />
        ))}
      </Stack>
    </Delayed>
  );
}

/** The surface of a chart that is on its way. */
export function ChartSkeleton({ height = 320 }: { height?: number }) {
  return (
    <Delayed>
      <Skeleton variant="rounded" height={height} animation={false} />
    </Delayed>
  );
}

/** A whole page that is on its way: heading, tiles, one card. */
export function PageSkeleton() {
  return (
    <Delayed>
      <Box sx={{ p: { xs: 2, md: 3 } }}>
        <Skeleton variant="text" width={220} height={40} animation={false} />
        <TilesSkeleton />
        <Card sx={{ mt: 2, p: 2 }}>
          <Skeleton variant="rounded" height={320} animation={false} />
        </Card>
      </Box>
    </Delayed>
  );
}

function TilesSkeleton() {
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' } }}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} variant="rounded" height={112} animation={false} />
      ))}
    </Box>
  );
}
