import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { visuallyHidden } from '@mui/utils';
import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import type { ViewState } from '../../design/ChartCard';
import { ErrorPanel } from '../../design/ErrorPanel';
import { KpiTile } from '../../design/KpiTile';
import { type Tile, trendOf } from './model';
import { RateTrend } from './RateTrend';

interface TilesProps {
  tiles: readonly Tile[];
  state: ViewState;
  /** The period before has no data for all of its days, so that nothing is compared. */
  incomparable: boolean;
}

/** The figures of the period, each beside that of the period before. */
export function Tiles({ tiles, state, incomparable }: TilesProps) {
  const t = useT();
  const id = useId();
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
      aria-labelledby={id}
      aria-busy={state.isFetching ?? state.isPending}
      sx={{
        display: 'grid',
        gap: { xs: 1.5, sm: 2 },
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          sm: 'repeat(3, minmax(0, 1fr))',
          lg: `repeat(${columnsFor(tiles.length)}, minmax(0, 1fr))`,
          xl: `repeat(${tiles.length === 6 ? 6 : columnsFor(tiles.length)}, minmax(0, 1fr))`,
        },
        '@media print': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 1 },
        // The odd one out on a phone takes the whole line.
        '& > :last-child:nth-child(even)': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
      }}
    >
      <h2 id={id} style={visuallyHidden}>
        {t('dashboard.tiles')}
      </h2>
      {tiles.map((tile) => (
        <OneTile key={tile.id} tile={tile} loading={state.isPending} incomparable={incomparable} />
      ))}
    </Box>
  );
}

/** Up to five in a line, more in two lines that are as full as can be. */
const columnsFor = (count: number) => (count <= 5 ? count : Math.ceil(count / 2));

const labels: Record<Tile['id'], MessageKey> = {
  consumption: 'enums.Metric.consumption',
  production: 'enums.Metric.production',
  autoConsumption: 'enums.Metric.autoConsumption',
  received: 'dashboard.tile.received',
  complement: 'enums.Nature.complement',
  surplus: 'enums.Metric.surplus',
  extProduction: 'enums.Metric.extProduction',
  extConsumption: 'enums.Metric.extConsumption',
  co2: 'dashboard.tile.co2',
  sharingRate: 'dashboard.tile.sharingRate',
  selfProductionRate: 'dashboard.tile.selfProductionRate',
};

function OneTile({ tile, loading, incomparable }: { tile: Tile; loading: boolean; incomparable: boolean }) {
  const t = useT();
  const value = useQuantity(tile);
  const compared = incomparable || tile.value === undefined ? { ...tile, previous: undefined } : tile;
  return (
    <KpiTile
      label={t(labels[tile.id])}
      value={value}
      loading={loading}
      {...(tile.nature ? { nature: tile.nature } : {})}
      {...(tile.unit === 'rate' ? {} : { trend: trendOf(compared) })}
      {...(loading ? {} : { note: noteOf(compared, incomparable, t) })}
    />
  );
}

/** What stands under the figure when it is no relative change. */
function noteOf(tile: Tile, incomparable: boolean, t: ReturnType<typeof useT>) {
  if (tile.value === undefined) return t('dashboard.tile.noData');
  if (tile.unit === 'co2') return t('dashboard.tile.co2Note');
  if (incomparable) return t('dashboard.tile.noPrevious');
  if (tile.unit === 'rate' && tile.previous !== undefined) return <RateTrend change={tile.value - tile.previous} />;
  return undefined;
}

function useQuantity({ unit, value }: Tile) {
  const formats = useFormats();
  if (value === undefined) return undefined;
  switch (unit) {
    case 'energy':
      return formats.energyParts(value);
    case 'co2':
      return formats.co2Parts(value);
    case 'rate':
      return { value: formats.number(value * 100, 1), unit: '%' };
    default:
      return unit satisfies never;
  }
}
