import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats } from '@openpmo/ui/i18n/context';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { Operation } from '../../api/operations';
import type { DayRange } from '../../design/period';
import { CurveCard } from './CurveCard';
import { DistributionCards } from './DistributionCards';
import { type DateRanges, daysBefore, displayOf, isCovered, resolutionOf, type Viewpoint } from './model';
import { Tiles } from './Tiles';
import { useTiles } from './useTiles';

interface DashboardBodyProps {
  view: Viewpoint;
  operation: Operation;
  period: DayRange;
  ranges: DateRanges;
}

/** Tiles, curve and distribution of a period that is known. */
export function DashboardBody({ view, operation, period, ranges }: DashboardBodyProps) {
  const formats = useFormats();
  const { tiles, state } = useTiles(view, period, operation);
  const [params, set] = useAddress();
  const incomparable = !isCovered(daysBefore(period), ranges.uploadedData);
  return (
    <Stack sx={{ gap: 2 }}>
      <Box sx={{ display: 'none', '@media print': { display: 'block' } }}>
        <Typography>
          {operation.name} · {formats.dayRange(period.from, period.to)}
        </Typography>
      </Box>
      <Tiles tiles={tiles} state={state} incomparable={incomparable} />
      <CurveCard
        view={view}
        period={period}
        aci={operation.functionalities.includes('ACI')}
        display={displayOf(params.get('display'))}
        onDisplay={(display) => set('display', display === 'ACC' ? undefined : display)}
        resolution={resolutionOf(params.get('step'))}
        onResolution={(resolution) => set('step', resolution === 'auto' ? undefined : resolution)}
      />
      <DistributionCards view={view} operation={operation} period={period} />
    </Stack>
  );
}

/** Small choices live in the address without a step of history each. */
function useAddress(): [URLSearchParams, (name: string, value: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (name: string, value: string | undefined) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return [params, set];
}
