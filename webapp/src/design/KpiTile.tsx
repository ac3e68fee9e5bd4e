import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { NatureKey } from '@openpmo/ui/theme/natures';
import type { ReactNode } from 'react';

export interface KpiTileProps {
  label: string;
  /** Number and unit apart: see `formats.energyParts`. Absent = no data, shown as a dash. */
  value?: { value: string; unit: string } | undefined;
  nature?: NatureKey;
  /** Relative change, 0.05 = five percent more than the period before. */
  trend?: number | undefined;
  /** What the trend is measured against; the period before when absent. */
  against?: 'previous' | 'yearBefore';
  /** On which days the trend was looked at, when it is not all of them. */
  over?: string;
  /** A line of words under the figure, instead of the trend. */
  note?: ReactNode;
  loading?: boolean;
  /** How the figure is made, for who asks. */
  help?: string;
}

/** One figure with its name. The colour of a nature is repeated by its name, never alone. */
export function KpiTile(props: KpiTileProps) {
  const { label, value, nature, trend, against = 'previous', over, note, loading = false, help } = props;
  const t = useT();
  return (
    <Card className="print-whole" sx={{ px: 1, py: 1.25, minWidth: 0, '@media print': { p: 1 } }}>
      <Stack direction="row" sx={{ gap: 0.5, alignItems: 'center' }}>
        {nature && (
          <Box
            aria-hidden
            sx={{
              width: 10,
              height: 10,
              flex: 'none',
              borderRadius: '3px',
              bgcolor: `nature.${nature}`,
              printColorAdjust: 'exact',
            }}
          />
        )}
        <Typography
          component="h3"
          sx={{ fontWeight: 400, fontSize: '0.8125rem', overflowWrap: 'anywhere', hyphens: 'auto' }}
        >
          {label}
        </Typography>
        {help && (
          <Tooltip title={help} enterTouchDelay={0}>
            <IconButton
              className="no-print"
              size="small"
              aria-label={help}
              // As large as a finger where one is used, without room of its own.
              sx={{ p: 0.5, m: -0.5, ml: 'auto', '@media (pointer: coarse)': { p: 1.75, m: -1.75, ml: 'auto' } }}
            >
              <InfoOutlined sx={{ fontSize: 16 }} />
            </IconButton>
          </Tooltip>
        )}
      </Stack>
      <Typography
        component="p"
        sx={{
          fontSize: { xs: '1.375rem', sm: '1.5rem' },
          fontWeight: 650,
          lineHeight: 1.3,
          fontVariantNumeric: 'tabular-nums',
          '@media print': { fontSize: '1.25rem' },
        }}
      >
        {loading ? (
          <Skeleton width={120} animation={false} />
        ) : value ? (
          <>
            {value.value}
            <Box component="span" sx={{ fontSize: '1rem', fontWeight: 400 }}>
              {'\u202f'}
              {value.unit}
            </Box>
          </>
        ) : (
          t('formats.none')
        )}
      </Typography>
      <Typography variant="caption" component="div" color="textSecondary" sx={{ minHeight: 18 }}>
        {note ?? (trend !== undefined && !loading && <Trend change={trend} {...{ against, over }} />)}
      </Typography>
    </Card>
  );
}

interface TrendProps {
  change: number;
  against: 'previous' | 'yearBefore';
  over: string | undefined;
}

/** Arrow and figure; what they are against is said once for all tiles, and to who hears each. */
function Trend({ change, against, over }: TrendProps) {
  const t = useT();
  const formats = useFormats();
  const value = formats.rate(Math.abs(change));
  const words = Math.abs(change) < 0.0005 ? 'design.trend.same' : change > 0 ? 'design.trend.up' : 'design.trend.down';
  return (
    <>
      <Box component="span" aria-hidden sx={{ color: 'text.primary', fontWeight: 600 }}>
        {words === 'design.trend.same' ? '=' : change > 0 ? '▲' : '▼'} {value}
      </Box>
      <span style={visuallyHidden}>
        {t(words, { value })} {t(`design.trend.${against}`)}
      </span>
      {over && ` ${over}`}
    </>
  );
}
