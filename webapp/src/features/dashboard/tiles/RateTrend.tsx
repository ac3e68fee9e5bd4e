import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { useFormats, useT } from '@openpmo/ui/i18n/context';

interface RateTrendProps {
  change: number;
  against: 'previous' | 'yearBefore';
  /** On which days both were looked at, when it is not all of them. */
  over?: string | undefined;
}

/** How a rate has moved, in points: a relative change of a percentage would mislead. */
export function RateTrend({ change, against, over }: RateTrendProps) {
  const t = useT();
  const formats = useFormats();
  const points = Math.round(change * 1000) / 10;
  const value = t('dashboard.tile.points', { value: formats.number(Math.abs(points), 0, 1) });
  const words = points === 0 ? 'design.trend.same' : points > 0 ? 'design.trend.up' : 'design.trend.down';
  return (
    <>
      <Box component="span" aria-hidden sx={{ color: 'text.primary', fontWeight: 600 }}>
        {points === 0 ? '=' : points > 0 ? '▲' : '▼'} {value}
      </Box>
      <span style={visuallyHidden}>
        {t(words, { value })} {t(`design.trend.${against}`)}
      </span>
      {over && ` ${over}`}
    </>
  );
}
