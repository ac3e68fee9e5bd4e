import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { addDays, daysBetween } from '@openpmo/ui/formats/date';
import { useFormats } from '@openpmo/ui/i18n/context';
import { useFigures } from '../useFigures';
import type { DayDrift } from './drift';

const height = 160;

/** One column a day, up where ours is more and down where it is less; days without a difference stay free. */
export function DifferenceBars({ days, label }: { days: readonly DayDrift[]; label: string }) {
  const formats = useFormats();
  const figures = useFigures();
  const dates = days.map(({ date }) => date).sort();
  const [from, to] = [dates[0], dates.at(-1)];
  if (!from || !to) return null;
  const count = daysBetween(from, to);
  const of = new Map(days.map((day) => [day.date, day]));
  const most = Math.max(1, ...days.map(({ differenceMilliWh }) => Math.abs(differenceMilliWh)));
  return (
    <Box role="img" aria-label={`${label}, ${formats.dayRange(from, to)}`} sx={{ maxWidth: '100%' }}>
      <Typography variant="caption" color="textSecondary">
        ±{formats.energy(most)}
      </Typography>
      <Box
        sx={{ position: 'relative', height, display: 'flex', gap: count > 120 ? 0 : '1px', printColorAdjust: 'exact' }}
      >
        <Box sx={{ position: 'absolute', insetInline: 0, top: '50%', height: '1px', bgcolor: 'outline' }} />
        {Array.from({ length: count }, (_, index) => addDays(from, index)).map((date) => {
          const day = of.get(date);
          return <Column key={date} day={day} most={most} text={day && titleOf(day)} />;
        })}
      </Box>
      <Stack direction="row" sx={{ justifyContent: 'space-between' }}>
        <Typography variant="caption" color="textSecondary">
          {formats.day(from, 'medium')}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {to === from ? '' : formats.day(to, 'medium')}
        </Typography>
      </Stack>
    </Box>
  );

  function titleOf(day: DayDrift): string {
    return `${formats.day(day.date, 'medium')} · ${figures.energyChange(day.differenceMilliWh)}`;
  }
}

function Column({ day, most, text }: { day: DayDrift | undefined; most: number; text: string | undefined }) {
  if (!day || !text) return <Box sx={{ flex: '1 1 0' }} />;
  const size = `${(50 * Math.abs(day.differenceMilliWh)) / most}%`;
  const up = day.differenceMilliWh > 0;
  return (
    <Tooltip title={text} disableInteractive>
      <Box sx={{ flex: '1 1 0', position: 'relative' }}>
        <Box
          sx={{
            position: 'absolute',
            insetInline: 'max(0px, calc(50% - 20px))',
            minHeight: '2px',
            bgcolor: up ? 'info.main' : 'warning.main',
            borderRadius: up ? '2px 2px 0 0' : '0 0 2px 2px',
          }}
          style={up ? { bottom: '50%', height: size } : { top: '50%', height: size }}
        />
      </Box>
    </Tooltip>
  );
}
