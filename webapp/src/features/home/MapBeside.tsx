import MapOutlined from '@mui/icons-material/MapOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { AfterFirst } from '../../design/AfterFirst';
import { ExtentList } from './ExtentList';
import type { MonthLine } from './queries';

const OperationMap = lazy(async () => ({ default: (await import('./map/OperationMap')).OperationMap }));

/** The map beside the list where there is room for both; below that it is asked for. */
export function MapBeside({ lines, children }: { lines: readonly MonthLine[]; children: ReactNode }) {
  const t = useT();
  const wide = useMediaQuery('(min-width: 1280px)', { noSsr: true });
  const [asked, setAsked] = useState(false);
  const shown = wide || asked;
  const map = shown && (
    <Box
      component="aside"
      aria-label={t('operations.map.title')}
      sx={wide ? { position: 'sticky', top: 80 } : { mb: 1.5 }}
    >
      <Card sx={{ overflow: 'hidden' }}>
        <AfterFirst height={heightOf(wide)}>
          <Suspense fallback={<Box sx={{ height: heightOf(wide) }} />}>
            <OperationMap lines={lines} height={heightOf(wide)} />
          </Suspense>
        </AfterFirst>
        <Without lines={lines} />
        <ExtentList lines={lines} />
      </Card>
    </Box>
  );
  if (wide) {
    return (
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: 'minmax(0, 1fr) 270px',
          '@media print': { display: 'block' },
        }}
      >
        {children}
        {map}
      </Box>
    );
  }
  return (
    <>
      <Button
        startIcon={<MapOutlined />}
        color="inherit"
        aria-expanded={asked}
        onClick={() => setAsked(!asked)}
        className="no-print"
        sx={{ mb: 1 }}
      >
        {t(asked ? 'operations.map.hide' : 'operations.map.show')}
      </Button>
      {map}
      {children}
    </>
  );
}

const heightOf = (wide: boolean) => (wide ? 'min(440px, calc(100vh - 300px))' : 300);

/** Operations whose place nobody has said: named, so that none is missed. */
function Without({ lines }: { lines: readonly MonthLine[] }) {
  const t = useT();
  const names = lines
    .filter(({ latitude, longitude }) => latitude === undefined || longitude === undefined)
    .map(({ operationName }) => operationName);
  if (names.length === 0) return null;
  return (
    <Typography variant="caption" component="p" color="textSecondary" sx={{ px: 1.5, py: 1 }}>
      {t('operations.map.without')} : {names.join(', ')}
    </Typography>
  );
}
