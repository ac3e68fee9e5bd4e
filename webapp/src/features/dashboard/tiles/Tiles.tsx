import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId, useRef } from 'react';
import type { ViewState } from '../../../design/ChartCard';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { KpiTile } from '../../../design/KpiTile';
import { Tips } from '../../../design/Tips';
import type { Comparison } from '../comparison';
import { RateTrend } from './RateTrend';
import { type Tile, trendOf } from './tileFigures';
import type { Worth } from './useWorth';

interface TilesProps {
  tiles: readonly Tile[];
  state: ViewState;
  comparison: Comparison;
  /** What the local energy comes to. */
  worth?: Worth | undefined;
  /** Days of the period on which something is missing. */
  missingDays?: number | undefined;
  /** Days that could be compared if all of them were complete in both periods. */
  periodDays?: number | undefined;
}

/** The figures of the period, each beside that of the period before or of the year before. */
export function Tiles({ tiles, state, comparison, worth, missingDays = 0, periodDays = 0 }: TilesProps) {
  const t = useT();
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const compared = tiles.map((tile) => tile.compared?.days).filter((days) => days !== undefined);
  const [fewest = periodDays, most = periodDays] = [Math.min(...compared), Math.max(...compared)];
  // Said once for all of them, unless they differ.
  const alike = compared.length > 0 && fewest === most;
  const remarks = [
    comparison === 'previous' && t('dashboard.compare.against'),
    comparison === 'yearBefore' && t('dashboard.compare.againstYear'),
    comparison !== 'none' && alike && most < periodDays && t('dashboard.tile.comparedDays', { smart_count: most }),
    missingDays > 0 && t('dashboard.tile.missingDays', { smart_count: missingDays }),
  ].filter(Boolean);
  if (state.isError) {
    return (
      <Card sx={{ p: 2 }}>
        <ErrorPanel error={state.error} {...(state.refetch ? { onRetry: () => state.refetch?.() } : {})} />
      </Card>
    );
  }
  return (
    <Box
      component="section"
      ref={section}
      aria-labelledby={id}
      aria-busy={state.isFetching ?? state.isPending}
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: {
          // As many as the longest name has room for: two on a phone, one on the narrowest.
          xs: 'repeat(auto-fit, minmax(min(100%, 156px), 1fr))',
          sm: 'repeat(3, minmax(0, 1fr))',
          lg: `repeat(${columnsFor(tiles.length)}, minmax(0, 1fr))`,
        },
        '@media print': {
          gridTemplateColumns: `repeat(${columnsOnPaper(tiles.length)}, minmax(0, 1fr))`,
          gap: 1,
        },
        // The odd one out on a phone takes the whole line.
        '& > div:last-of-type:nth-of-type(odd)': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
      }}
    >
      <h2 id={id} style={visuallyHidden}>
        {t('dashboard.tiles')}
      </h2>
      {tiles.map((tile) => (
        <OneTile
          key={tile.id}
          {...{ tile, comparison }}
          worth={priced.includes(tile.id) ? worth : undefined}
          periodDays={alike ? 0 : periodDays}
          loading={state.isPending}
        />
      ))}
      {remarks.length > 0 && (
        <Typography component="p" variant="caption" color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
          {remarks.join(' ')}
        </Typography>
      )}
      <Tips within={section} />
    </Box>
  );
}

/** As on a sheet: three in a line, four when they are many. */
const columnsOnPaper = (count: number) => (count > 6 ? 4 : 3);

/** Up to six in a line, more in lines of at most four that are as full as can be. */
const columnsFor = (count: number) => (count <= 6 ? count : Math.min(4, Math.ceil(count / 2)));

const labels: Record<Tile['id'], MessageKey> = {
  consumption: 'enums.Metric.consumption',
  production: 'enums.Metric.production',
  autoConsumption: 'enums.Metric.autoConsumption',
  received: 'dashboard.tile.received',
  complement: 'enums.Nature.complement',
  surplus: 'enums.Metric.surplus',
  extProduction: 'enums.Metric.extProduction',
  extConsumption: 'enums.Metric.extConsumption',
  aci: 'dashboard.tile.aci',
  co2: 'dashboard.tile.co2',
  sharingRate: 'dashboard.tile.sharingRate',
  selfProductionRate: 'dashboard.tile.selfProductionRate',
  selfConsumptionRateWithAci: 'dashboard.tile.selfConsumptionRateWithAci',
  selfProductionRateWithAci: 'dashboard.tile.selfProductionRateWithAci',
};

/** The tiles of local energy: an operation's, and a consumer's. */
const priced: readonly Tile['id'][] = ['autoConsumption', 'received'];

type OneTileProps = {
  tile: Tile;
  comparison: Comparison;
  worth: Worth | undefined;
  periodDays: number;
  loading: boolean;
};

function OneTile({ tile, loading, comparison, worth, periodDays }: OneTileProps) {
  const t = useT();
  const value = useQuantity(tile);
  const help = useHelp(tile);
  const days = tile.compared?.days ?? periodDays;
  const over = days < periodDays ? t('dashboard.tile.overDays', { smart_count: days }) : undefined;
  return (
    <KpiTile
      label={t(labels[tile.id])}
      value={value}
      loading={loading}
      {...(tile.nature ? { nature: tile.nature } : {})}
      help={worth ? `${help} ${worth.help}` : help}
      {...(tile.unit === 'rate' ? {} : { trend: trendOf(tile) })}
      {...(comparison === 'none' ? {} : { against: comparison })}
      {...(over ? { over } : {})}
      {...(loading
        ? {}
        : { note: noteOf(tile, comparison, over, t) ?? (comparison === 'none' ? worth?.note : undefined) })}
    />
  );
}

/** How a figure is made, or what else it tells. */
function useHelp({ id, coverage }: Tile): string {
  const t = useT();
  const formats = useFormats();
  if (id === 'co2') return t('dashboard.tile.co2Help');
  const meaning = t(`dashboard.tile.help.${id}`);
  return coverage === undefined
    ? meaning
    : `${meaning} ${t('dashboard.tile.coverageHelp', { rate: formats.rate(coverage) })}`;
}

/** Figures of individual self-consumption are known for the period alone. */
const uncompared: Tile['id'][] = ['aci', 'selfConsumptionRateWithAci', 'selfProductionRateWithAci'];

/** What stands under the figure when it is no relative change. */
function noteOf(tile: Tile, comparison: Comparison, over: string | undefined, t: ReturnType<typeof useT>) {
  if (tile.value === undefined) return t('dashboard.tile.noData');
  if (tile.unit === 'co2') return t('dashboard.tile.co2Note');
  if (comparison === 'none') return undefined;
  if (uncompared.includes(tile.id)) return t('dashboard.tile.aciNote');
  if (!tile.compared) return t(comparison === 'previous' ? 'dashboard.tile.noPrevious' : 'dashboard.tile.noYearBefore');
  if (tile.unit !== 'rate') return undefined;
  return <RateTrend change={tile.compared.now - tile.compared.before} against={comparison} over={over} />;
}

function useQuantity({ unit, value, grain }: Tile) {
  const formats = useFormats();
  if (value === undefined) return undefined;
  switch (unit) {
    case 'energy':
      return grain === undefined ? formats.energyParts(value) : formats.energyPartsAt(value, grain);
    case 'co2':
      return formats.co2Parts(value);
    case 'rate':
      return { value: formats.number(value * 100, 1), unit: '%' };
    default:
      return unit satisfies never;
  }
}
