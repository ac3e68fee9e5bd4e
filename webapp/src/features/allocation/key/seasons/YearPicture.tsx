import Box from '@mui/material/Box';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type EditedSeason, endOf, stretchesOf } from './seasons';
import { useYearDay } from './useYearDay';

const shades = [16, 34, 52, 8, 26, 44];
/** From this width on a name fits into its stretch, in percent of the year. */
const nameFrom = 14;
const monthNumbers = Array.from({ length: 12 }, (_, index) => index + 1);

/** The year as a band, a stretch for each season. */
export function YearPicture({ seasons }: { seasons: readonly EditedSeason[] }) {
  const t = useT();
  const formats = useFormats();
  const yearDay = useYearDay();
  const label = seasons
    .map((season) => {
      const range = t('allocation.season.range', { from: yearDay(season.start), to: yearDay(endOf(season, seasons)) });
      return `${season.name} ${range}`;
    })
    .join(' ; ');
  return (
    <Box role="img" aria-label={label}>
      <Box
        sx={{
          position: 'relative',
          height: 40,
          borderRadius: 1,
          overflow: 'hidden',
          border: 1,
          borderColor: 'outline',
        }}
      >
        {stretchesOf(seasons).map(({ season, from, width }) => {
          const shade = shades[seasons.findIndex(({ key }) => key === season.key) % shades.length];
          return (
            <Box
              key={`${season.key} ${from}`}
              style={{ left: `${from}%`, width: `${width}%` }}
              sx={{
                position: 'absolute',
                inset: '0 auto 0 auto',
                display: 'flex',
                alignItems: 'center',
                justifyContent: 'center',
                px: 0.5,
                overflow: 'hidden',
                whiteSpace: 'nowrap',
                textOverflow: 'ellipsis',
                fontWeight: 600,
                fontSize: '0.8125rem',
                borderLeft: from > 0 ? '2px solid' : undefined,
                borderColor: 'background.paper',
                bgcolor: (theme) =>
                  `color-mix(in srgb, ${theme.vars?.palette.nature.Autoconso} ${shade}%, ${theme.vars?.palette.background.paper})`,
              }}
            >
              {width >= nameFrom && season.name}
            </Box>
          );
        })}
      </Box>
      <Box
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(12, 1fr)', color: 'text.secondary', fontSize: '0.75rem' }}
      >
        {monthNumbers.map((month) => (
          <span key={month}>
            {formats
              .day(`2024-${String(month).padStart(2, '0')}-01`, 'month')
              .slice(0, 1)
              .toUpperCase()}
          </span>
        ))}
      </Box>
    </Box>
  );
}
