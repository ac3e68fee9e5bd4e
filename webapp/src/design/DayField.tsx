import CalendarTodayOutlined from '@mui/icons-material/CalendarTodayOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { type Day, isDay, readDay } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useRef, useState } from 'react';
import { later } from './later';
import { useSendOnlyWhenGood } from './sendOnly';

/** Calendars are a chunk of their own. */
const DayCalendar = later(() => import('./DayCalendar').then((module) => module.DayCalendar));

type Passed = Pick<
  TextFieldProps,
  'id' | 'name' | 'inputRef' | 'onBlur' | 'required' | 'disabled' | 'size' | 'fullWidth' | 'sx' | 'className'
>;

export interface DayFieldProps extends Passed {
  label: string;
  value: string | undefined;
  /** A day, nothing (''), or what was typed and is no day. */
  onChange: (day: string) => void;
  error?: ReactNode;
  hint?: ReactNode;
  min?: Day | undefined;
  max?: Day | undefined;
  /** The form around it refuses what is no day with whatever else is wrong: it is not kept from trying. */
  toldByForm?: boolean;
}

/**
 * A civil day, typed as the reader's language writes it or picked from a calendar. What cannot be read is an error of
 * the field, and keeps its form from being sent. Days outside the bounds are named; whether they are taken is for
 * the server to say.
 */
export function DayField(props: DayFieldProps) {
  const { label, value = '', onChange, error, hint, min, max, toldByForm = false, ...passed } = props;
  const t = useT();
  const formats = useFormats();
  const shown = isDay(value) ? formats.day(value) : value;
  const [typed, setTyped] = useState(shown);
  const [before, setBefore] = useState(value);
  const [left, setLeft] = useState(true);
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const read = readDay(typed);
  const unread = typed.trim() !== '' && read === undefined;
  if (value !== before) {
    setBefore(value);
    if (value !== (read ?? typed)) setTyped(shown);
  }
  const tell = (text: string) => {
    setTyped(text);
    setLeft(false);
    onChange(text.trim() === '' ? '' : (readDay(text) ?? text));
  };
  const leave: TextFieldProps['onBlur'] = (event) => {
    setLeft(true);
    // As it is written here; a day that is always there stands again where it was taken away.
    if (read) setTyped(formats.day(read));
    else if (!unread) setTyped(shown);
    passed.onBlur?.(event);
  };
  useSendOnlyWhenGood(frame, unread && !toldByForm, () => setLeft(true));
  const problem =
    error ??
    (left
      ? unread
        ? t('design.day.unread')
        : read && min && read < min
          ? t('design.day.early', { day: formats.day(min) })
          : read && max && read > max
            ? t('design.day.late', { day: formats.day(max) })
            : undefined
      : undefined);
  return (
    <>
      <TextField
        {...passed}
        ref={frame}
        label={label}
        value={typed}
        placeholder={t('design.day.order')}
        onChange={({ target }) => tell(target.value)}
        onBlur={leave}
        error={problem !== undefined}
        helperText={problem ?? hint}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { inputMode: 'numeric', autoComplete: 'off' },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  edge="end"
                  size="small"
                  aria-label={t('design.day.choose')}
                  aria-haspopup="dialog"
                  disabled={passed.disabled ?? false}
                  onClick={() => setOpen(true)}
                  className="no-print"
                >
                  <CalendarTodayOutlined fontSize="small" />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      {open && frame.current && (
        <DayCalendar
          label={label}
          anchor={frame.current}
          day={read ?? ''}
          min={min}
          max={max}
          onClose={() => setOpen(false)}
          onPick={(day) => {
            setOpen(false);
            setLeft(true);
            setTyped(formats.day(day));
            onChange(day);
          }}
        />
      )}
    </>
  );
}
