import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import { alpha } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { PickerDay, type PickerDayProps } from '@mui/x-date-pickers/PickerDay';
import type { Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { createContext, useContext, useId, useState } from 'react';
import { Calendars, toDate, toDay } from './Calendars';
import { type DayRange, presets, rangeProblem, windowEnding } from './period';

export interface RangePickerProps {
  value: DayRange;
  bounds: DayRange;
  onApply: (range: DayRange) => void;
  onCancel: () => void;
}

const ChosenRange = createContext<DayRange>({ from: '', to: '' });

/** Two calendars, one for the first day and one for the last, with the quick periods beside them. */
export function RangePicker({ value, bounds, onApply, onCancel }: RangePickerProps) {
  const t = useT();
  const [range, setRange] = useState(value);
  const [problem, setProblem] = useState<ReturnType<typeof rangeProblem>>();
  const change = (next: DayRange) => {
    setRange(next);
    setProblem(undefined);
  };
  const apply = () => {
    const found = rangeProblem(range);
    setProblem(found);
    if (!found) onApply(range);
  };
  return (
    <Calendars>
      <ChosenRange value={range}>
        <Stack direction={{ xs: 'column', md: 'row' }}>
          <Stack
            role="group"
            aria-label={t('design.period.quick')}
            sx={{ minWidth: 160, p: 1, display: { xs: 'none', md: 'flex' } }}
          >
            {presets.map((preset) => (
              <Button
                key={preset}
                color="inherit"
                onClick={() => onApply(windowEnding(preset, bounds.to))}
                sx={{ justifyContent: 'flex-start', fontWeight: 400 }}
              >
                {t(`design.period.${preset}`)}
              </Button>
            ))}
          </Stack>
          <Calendar
            label={t('design.period.from')}
            day={range.from}
            bounds={bounds}
            onPick={(from) => change({ from, to: range.to < from ? from : range.to })}
          />
          <Calendar
            label={t('design.period.to')}
            day={range.to}
            bounds={bounds}
            onPick={(to) => change({ from: range.from > to ? to : range.from, to })}
          />
        </Stack>
        <Stack
          direction="row"
          sx={{ justifyContent: 'flex-end', alignItems: 'center', gap: 1, p: 1.5, flexWrap: 'wrap' }}
        >
          <FormHelperText error role="status" sx={{ mr: 'auto' }}>
            {problem && t(problem === 'range.tooLong' ? 'design.period.tooLong' : 'design.period.reversed')}
          </FormHelperText>
          <Button color="inherit" onClick={onCancel}>
            {t('design.cancel')}
          </Button>
          <Button variant="contained" onClick={apply}>
            {t('design.period.apply')}
          </Button>
        </Stack>
      </ChosenRange>
    </Calendars>
  );
}

function Calendar(props: { label: string; day: Day; bounds: DayRange; onPick: (day: Day) => void }) {
  const { label, day, bounds, onPick } = props;
  const formats = useFormats();
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id}>
      <Typography id={id} variant="subtitle2" component="p" sx={{ px: 3, pt: 2 }}>
        {label} {formats.day(day, 'medium')}
      </Typography>
      <DateCalendar
        value={toDate(day)}
        minDate={toDate(bounds.from)}
        maxDate={toDate(bounds.to)}
        onChange={(date: Date | null, state) => date && state !== 'partial' && onPick(toDay(date))}
        slots={{ day: RangeDay }}
        sx={{ mx: 0 }}
      />
    </Box>
  );
}

/** A day that shows whether it lies inside the chosen range. */
function RangeDay(props: PickerDayProps) {
  const range = useContext(ChosenRange);
  const day = toDay(props.day);
  const end = day === range.from || day === range.to;
  const inside = day >= range.from && day <= range.to && !props.outsideCurrentMonth;
  return (
    <PickerDay
      {...props}
      selected={end && !props.outsideCurrentMonth}
      sx={(theme) => ({
        ...(inside && !end
          ? {
              borderRadius: 0,
              backgroundColor: theme.vars
                ? `rgb(${theme.vars.palette.primary.mainChannel} / 0.12)`
                : alpha(theme.palette.primary.main, 0.12),
            }
          : {}),
      })}
    />
  );
}
