import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import type { Season } from '../../key/seasons/seasons';
import { useYearDay } from '../../key/seasons/useYearDay';
import { type Keys, seasonKey } from '../../key/target';

/** The seasons with the method of each. */
export function SeasonLines({ keys, seasons }: { keys: Keys; seasons: readonly Season[] }) {
  const t = useT();
  const yearDay = useYearDay();
  return (
    <Box component="ul" aria-label={t('distribution.key.seasons')} sx={{ m: 0, mt: 1.5, pl: 2.5 }}>
      {seasons.map((season) => {
        const key = seasonKey(keys, season.name);
        return (
          <Typography component="li" key={season.name}>
            <strong>{season.name}</strong>{' '}
            {t('allocation.season.range', { from: yearDay(season.start), to: yearDay(season.end) })}
            {key && ` · ${t(`enums.AllocationAlgorithm.${key.type}`)}`}
          </Typography>
        );
      })}
    </Box>
  );
}
