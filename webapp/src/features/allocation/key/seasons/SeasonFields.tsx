import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { WordsField } from '../../../../design/WordsField';
import { dateOf, daysOfMonth, type EditedSeason, endOf, monthOf, seasonProblem, withDate, withMonth } from './seasons';
import { useYearDay } from './useYearDay';

interface SeasonFieldsProps {
  seasons: readonly EditedSeason[];
  onChange: (seasons: EditedSeason[]) => void;
}

/** A row for each season; where it ends follows from the others. */
export function SeasonFields({ seasons, onChange }: SeasonFieldsProps) {
  const t = useT();
  return (
    <Box component="ul" sx={{ m: 0, p: 0, display: 'grid', gap: 2 }}>
      {seasons.map((season) => (
        <SeasonRow
          key={season.key}
          season={season}
          seasons={seasons}
          change={(part) => onChange(seasons.map((one) => (one.key === season.key ? { ...one, ...part } : one)))}
          remove={() => onChange(seasons.filter(({ key }) => key !== season.key))}
          removeLabel={t('allocation.season.remove', { season: season.name })}
        />
      ))}
    </Box>
  );
}

interface SeasonRowProps {
  season: EditedSeason;
  seasons: readonly EditedSeason[];
  change: (part: Partial<EditedSeason>) => void;
  remove: () => void;
  removeLabel: string;
}

function SeasonRow({ season, seasons, change, remove, removeLabel }: SeasonRowProps) {
  const t = useT();
  const formats = useFormats();
  const yearDay = useYearDay();
  const problem = seasonProblem(season, seasons);
  const nameProblem = problem === 'name' || problem === 'nameTwice';
  const month = monthOf(season.start);
  const monthName = (n: number) => formats.day(`2024-${String(n).padStart(2, '0')}-01`, 'month').replace(/ ?2024/, '');
  return (
    <Box
      component="li"
      sx={{
        listStyle: 'none',
        display: 'grid',
        gap: 1,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr 1fr 40px', sm: 'minmax(140px, 1fr) 84px 140px 150px 40px' },
      }}
    >
      <WordsField
        atMost={50}
        label={t('allocation.season.name')}
        value={season.name}
        onChange={(event) => change({ name: event.target.value })}
        error={nameProblem}
        helperText={nameProblem ? t('errors.season.name') : undefined}
        sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
      />
      <TextField
        select
        label={t('allocation.season.day')}
        value={dateOf(season.start)}
        onChange={(event) => change({ start: withDate(season.start, Number(event.target.value)) })}
        error={problem === 'startTwice'}
      >
        {Array.from({ length: daysOfMonth(month) }, (_, index) => index + 1).map((day) => (
          <MenuItem key={day} value={day}>
            {day}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t('allocation.season.month')}
        value={month}
        onChange={(event) => change({ start: withMonth(season.start, Number(event.target.value)) })}
        error={problem === 'startTwice'}
        helperText={problem === 'startTwice' ? t('allocation.season.startTwice') : undefined}
      >
        {Array.from({ length: 12 }, (_, index) => index + 1).map((n) => (
          <MenuItem key={n} value={n}>
            {monthName(n)}
          </MenuItem>
        ))}
      </TextField>
      <Typography color="textSecondary" sx={{ pt: 1, gridColumn: { xs: '1 / 3', sm: 'auto' } }}>
        {t('allocation.season.until', { date: yearDay(endOf(season, seasons)) })}
      </Typography>
      <IconButton aria-label={removeLabel} onClick={remove}>
        <DeleteOutlined />
      </IconButton>
    </Box>
  );
}
