import Popover from '@mui/material/Popover';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { type Day, isDay } from '@openpmo/ui/formats/date';
import { Calendars, toDate, toDay } from './Calendars';

interface DayCalendarProps {
  label: string;
  anchor: HTMLElement;
  day: string;
  min: Day | undefined;
  max: Day | undefined;
  onPick: (day: Day) => void;
  onClose: () => void;
}

/** A calendar below its field; a day that is chosen closes it. */
export function DayCalendar({ label, anchor, day, min, max, onPick, onClose }: DayCalendarProps) {
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': label,
          variant: 'outlined',
          sx: { mt: 0.5, maxWidth: 'calc(100vw - 16px)' },
        },
      }}
    >
      <Calendars>
        <DateCalendar
          autoFocus
          value={isDay(day) ? toDate(day) : null}
          {...(min && { minDate: toDate(min) })}
          {...(max && { maxDate: toDate(max) })}
          onChange={(date: Date | null, state) => date && state !== 'partial' && onPick(toDay(date))}
        />
      </Calendars>
    </Popover>
  );
}
