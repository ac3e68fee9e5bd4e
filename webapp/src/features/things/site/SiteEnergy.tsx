import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, useMemo, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { ChartCard } from '../../../design/ChartCard';
import { CurveLegend } from '../../../design/CurveLegend';
import { hasValues } from '../../../design/drawnCurve';
import { EmptyState } from '../../../design/EmptyState';
import { FilterChips } from '../../../design/FilterChips';
import { LoadCurve } from '../../../design/LoadCurve';
import { PeriodBar } from '../../../design/PeriodBar';
import { dataBounds } from '../../../design/period';
import { usePeriod } from '../../../design/usePeriod';
import type { Participant } from '../../participants/rows';
import { type Scope, useSiteCurve, useSiteMetrics, useSiteRanges } from '../queries';

const CurveTable = lazy(() => import('../../../design/CurveTable').then((m) => ({ default: m.CurveTable })));

const height = 260;
/** Of the figures and the legend, for which room is kept while the curve is on its way. */
const figuresHeight = 84;

/** What a site used or made in a period, what of it was shared, and when. The days are in the address. */
export function SiteEnergy({ site }: { site: Participant }) {
  const t = useT();
  const formats = useFormats();
  const { features } = useOperation();
  const [scope, setScope] = useState<Scope>(site.energyType === 'producer' ? 'Producteur' : 'Consommateur');
  const ranges = useSiteRanges(site.id);
  const bounds = useMemo(() => dataBounds(ranges.data), [ranges.data]);
  const { period, setPeriod } = usePeriod(bounds);
  const curve = useSiteCurve(site.id, scope, period);
  const asked = useSiteMetrics(site.id, scope, period, features.includes('metrics'));
  const metrics = asked.data ?? curve.data?.totals;
  const nothing = <EmptyState kind="none" title={t('pages.energy.none')} advice={t('pages.energy.noneAdvice')} />;
  const empty = ranges.data && !bounds ? nothing : curve.data && !hasValues(curve.data) ? nothing : undefined;
  const producing = scope === 'Producteur';
  const figures: [string, string | undefined][] = producing
    ? [
        [t('enums.Nature.Prod'), energyOf(metrics?.production?.energyMilliWh)],
        [t('pages.energy.given'), energyOf(metrics?.autoConsumption?.energyMilliWh)],
        [t('enums.Nature.Surplus'), energyOf(metrics?.surplus?.energyMilliWh)],
        [t('pages.energy.givenRate'), rateOf(metrics?.selfConsumptionRate)],
      ]
    : [
        [t('enums.Nature.Conso'), energyOf(metrics?.consumption?.energyMilliWh)],
        [t('pages.energy.received'), energyOf(metrics?.autoConsumption?.energyMilliWh)],
        [t('pages.energy.complement'), energyOf(metrics?.complementMilliWh)],
        [t('pages.energy.receivedRate'), rateOf(metrics?.selfProductionRate)],
      ];
  function energyOf(milliWh: number | undefined) {
    return milliWh === undefined ? undefined : formats.energy(milliWh);
  }
  function rateOf(rate: number | undefined) {
    return rate === undefined ? undefined : formats.rate(rate);
  }
  const state = ranges.isPending || ranges.isError ? ranges : bounds ? curve : { ...curve, isPending: false };
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Stack
        direction="row"
        className="no-print"
        sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', minHeight: 36 }}
      >
        {period && bounds && <PeriodBar period={period} bounds={bounds} onChange={setPeriod} />}
        {site.isProsumer && (
          <FilterChips
            label={t('pages.energy.side')}
            options={(['Consommateur', 'Producteur'] as const).map((value) => ({
              value,
              label: t(value === 'Producteur' ? 'enums.EnergyType.producer' : 'enums.EnergyType.consumer'),
            }))}
            value={scope}
            onChange={setScope}
          />
        )}
      </Stack>
      <ChartCard
        title={
          period ? t('pages.energy.of', { range: formats.dayRange(period.from, period.to) }) : t('pages.energy.title')
        }
        state={state}
        height={height}
        room={height + figuresHeight}
        empty={empty}
        legend={
          curve.data && <CurveLegend curve={curve.data} natures={curve.data.series.map(({ nature }) => nature)} />
        }
        note={metrics?.missingDays ? t('pages.energy.missing', { smart_count: metrics.missingDays }) : undefined}
        graph={
          curve.data && (
            <>
              <Figures figures={figures} />
              <LoadCurve curve={curve.data} height={height} onZoom={setPeriod} />
            </>
          )
        }
        table={
          curve.data && (
            <>
              <Figures figures={figures} />
              <CurveTable curve={curve.data} caption={t('pages.energy.title')} />
            </>
          )
        }
      />
    </Stack>
  );
}

/** The few figures of the period, each over its name. */
function Figures({ figures }: { figures: readonly (readonly [string, string | undefined])[] }) {
  const t = useT();
  return (
    <Box
      component="dl"
      sx={{ m: 0, mb: 1.5, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' } }}
    >
      {figures.map(([name, value]) => (
        <Box
          key={name}
          sx={{ minWidth: 0, display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end' }}
        >
          <Typography component="dt" variant="caption" color="textSecondary">
            {name}
          </Typography>
          <Typography
            component="dd"
            sx={{
              m: 0,
              fontSize: '1.25rem',
              fontWeight: 650,
              fontVariantNumeric: 'tabular-nums',
              whiteSpace: 'nowrap',
            }}
          >
            {value ?? t('formats.none')}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
