import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import type { Operation } from '../../api/operations';
import { useConfig } from '../../api/session';
import { AfterFirst } from '../../design/AfterFirst';
import { Can } from '../../design/Can';
import { cardHeight } from '../../design/ChartCard';
import type { DayRange } from '../../design/period';
import { WhenVisible } from '../../design/WhenVisible';
import { comparisonOf } from './comparison';
import { CurveCard, curveHeight } from './curve/CurveCard';
import { asTold, essentialsOf } from './essentials/essentials';
import { ExpectedCard, expectedRoom } from './expected/ExpectedCard';
import { FlowsCard } from './flows/FlowsCard';
import { topOf } from './flows/flows';
import { HealthCard } from './health/HealthCard';
import { HeatMapCard, heatMapRoom } from './hours/HeatMapCard';
import { HoursCard, hoursRoom } from './hours/HoursCard';
import { MonthlyCard, monthlyRoom } from './months/MonthlyCard';
import { DistributionCards } from './ranking/DistributionCards';
import { Switch } from './Switch';
import { SharingCard } from './sharing/SharingCard';
import { Tiles } from './tiles/Tiles';
import { useTiles } from './tiles/useTiles';
import { useWorth } from './tiles/useWorth';
import { useAddress } from './useAddress';
import { displayOf, displays, resolutionOf, type Viewpoint } from './viewpoint/viewpoint';

interface DashboardBodyProps {
  view: Viewpoint;
  operation: Operation;
  period: DayRange;
  bounds: DayRange;
  /** Wider periods that this one was looked closer at from. */
  trail: readonly DayRange[];
  zoom: (range: DayRange, trail: readonly DayRange[]) => void;
}

/**
 * Everything about a period that is known. What is heavy is drawn once it comes near the screen. On
 * paper it is two pages: figures, curve and bars, then days by hours, flows and distribution.
 */
export function DashboardBody(props: DashboardBodyProps) {
  const { view, operation, period, trail, zoom } = props;
  const t = useT();
  const [params, set] = useAddress();
  const weather = useConfig()?.weather === true;
  const comparison = comparisonOf(params.get('cmp'));
  const display = displayOf(params.get('display'));
  const top = topOf(params.get('top'));
  const aci = operation.functionalities.includes('ACI');
  const { tiles, totals, state } = useTiles({ view, period, operation, comparison, display });
  const worth = useWorth(view, operation, period);
  return (
    <Stack sx={{ gap: 2, '@media print': { gap: 1 } }}>
      <PrintedHead operation={operation} period={period} />
      {aci && (
        <Box className="no-print">
          <Switch
            label={t('dashboard.display.label')}
            value={display}
            options={displays}
            text={(one) => t(`dashboard.display.${one}`)}
            onChange={(next) => next && set('display', next === 'ACC' ? undefined : next)}
          />
        </Box>
      )}
      <Tiles
        {...{ state, comparison }}
        worth={worth}
        tiles={view.kind === 'operation' ? tiles : asTold(tiles, essentialsOf(view.kind, totals))}
        missingDays={totals.missingDays}
        periodDays={totals.compared?.periodDays}
      />
      <AfterFirst height={curveHeight}>
        <CurveCard
          {...{ view, period, trail, zoom, aci, display, comparison }}
          resolution={resolutionOf(params.get('step'))}
          onResolution={(resolution) => set('step', resolution === 'auto' ? undefined : resolution)}
        />
      </AfterFirst>
      <AfterFirst>
        <Below {...props} weather={weather} top={top} onTop={(next) => set('top', next)} manyTiles={tiles.length > 8} />
      </AfterFirst>
    </Stack>
  );
}

type BelowProps = DashboardBodyProps & {
  weather: boolean;
  top: number;
  onTop: (top: string | undefined) => void;
  manyTiles: boolean;
};

/** What stands below the curve, out of sight when the page opens. */
function Below({ view, operation, period, bounds, weather, top, onTop, manyTiles }: BelowProps) {
  return (
    <>
      <Box sx={{ '@media print': { order: 1, breakBefore: view.kind === 'operation' ? 'page' : 'auto' } }}>
        <WhenVisible height={cardHeight(heatMapRoom)}>
          <HeatMapCard view={view} period={period} />
        </WhenVisible>
      </Box>
      {/* Under many tiles there is no room for them on the first page. */}
      <Pair onPaper={!manyTiles}>
        <WhenVisible height={cardHeight(monthlyRoom)}>
          <MonthlyCard view={view} period={period} bounds={bounds} />
        </WhenVisible>
        <WhenVisible height={cardHeight(hoursRoom)}>
          <HoursCard view={view} period={period} />
        </WhenVisible>
      </Pair>
      {view.kind === 'operation' && (
        <Box sx={{ '@media print': { order: 1 } }}>
          <FlowsCard view={view} period={period} top={top} onTop={onTop} />
        </Box>
      )}
      <DistributionCards view={view} operation={operation} period={period} top={top} />
      {view.kind !== 'consumer' && weather && (
        <Box className="no-print" sx={{ '&:empty': { display: 'none' } }}>
          <WhenVisible height={cardHeight(expectedRoom)}>
            <ExpectedCard view={view} period={period} />
          </WhenVisible>
        </Box>
      )}
      <Pair>
        <Can permission="key:read">
          <SharingCard operationId={view.operationId} />
        </Can>
        {view.kind === 'operation' && <HealthCard operationId={view.operationId} period={period} />}
      </Pair>
    </>
  );
}

function PrintedHead({ operation, period }: { operation: Operation; period: DayRange }) {
  const formats = useFormats();
  return (
    <Box sx={{ display: 'none', '@media print': { display: 'block' } }}>
      <Typography>
        {operation.name} · {formats.dayRange(period.from, period.to)}
      </Typography>
    </Box>
  );
}

/** Two cards beside each other where there is room; one alone takes the line. */
function Pair({ onPaper = true, children }: { onPaper?: boolean; children: ReactNode }) {
  return (
    <Box
      className={onPaper ? '' : 'no-print'}
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        '& > :only-child': { gridColumn: '1 / -1' },
        '&:empty': { display: 'none' },
        '@media print': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1 },
      }}
    >
      {children}
    </Box>
  );
}
