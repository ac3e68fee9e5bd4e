import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { isDay } from '@openpmo/ui/formats/date';
import { parseDecimal } from '@openpmo/ui/formats/money';
import { formatNumber } from '@openpmo/ui/formats/number';
import { useFormats, useTranslator } from '@openpmo/ui/i18n/context';
import { useEffect, useState } from 'react';
import { type Control, type FieldValues, get, type Path, useController } from 'react-hook-form';
import { DayField } from './DayField';

interface FieldProps<V extends FieldValues> {
  control: Control<V>;
  name: Path<V>;
  label: string;
  hint?: string;
  required?: boolean;
  disabled?: boolean;
}

/** Messages of a schema are catalogue keys; the server's come as text. */
export function useFieldMessage(): (message: string | undefined) => string | undefined {
  const translator = useTranslator();
  return (message) => message && translator.any(message, { smart_count: 0 }, message);
}

type TextExtras = Pick<TextFieldProps, 'type' | 'autoComplete' | 'multiline' | 'minRows' | 'slotProps' | 'autoFocus'>;

/** A line of text. */
export function FormText<V extends FieldValues>(props: FieldProps<V> & TextExtras) {
  const { control, name, label, hint, required, ...rest } = props;
  const { field, fieldState } = useController({ control, name });
  const message = useFieldMessage()(fieldState.error?.message);
  const { ref, value, ...bound } = field;
  return (
    <TextField
      {...rest}
      {...bound}
      id={fieldId(name)}
      inputRef={ref}
      value={value ?? ''}
      label={label}
      required={required ?? false}
      error={message !== undefined}
      helperText={message ?? hint}
    />
  );
}

/** Of forms without a schema; schemas say it themselves. */
const mayBeDay = (day: unknown) => !day || (typeof day === 'string' && isDay(day)) || 'design.day.unread';

/** A civil day. Empty is undefined; what is no day stays as it was typed, which schemas refuse. */
export function FormDate<V extends FieldValues>(props: FieldProps<V> & { min?: string; max?: string }) {
  const { control, name, label, hint, required, disabled, min, max } = props;
  const { field, fieldState, formState } = useController({ control, name, rules: { validate: mayBeDay } });
  const message = useFieldMessage()(fieldState.error?.message);
  // Where there is no value the form's library shows the one of the beginning, which was taken away.
  const [away, setAway] = useState<string>();
  return (
    <DayField
      toldByForm
      id={fieldId(name)}
      inputRef={field.ref}
      name={field.name}
      value={field.value === away ? '' : field.value}
      onChange={(day) => {
        setAway(day ? undefined : get(formState.defaultValues, name));
        field.onChange(day || undefined);
      }}
      onBlur={field.onBlur}
      disabled={disabled ?? false}
      label={label}
      required={required ?? false}
      error={message}
      hint={hint}
      min={min}
      max={max}
    />
  );
}

/**
 * A decimal that is kept as a whole number: 0,1234 €/kWh at scale 1 000 000 is 123 400.
 * What cannot be read stays on screen and makes the value NaN, which schemas refuse.
 */
export function FormDecimal<V extends FieldValues>(props: FieldProps<V> & { scale: number; unit?: string }) {
  const { control, name, label, hint, required, disabled, scale, unit } = props;
  const { field, fieldState } = useController({ control, name });
  const { locale } = useFormats();
  const message = useFieldMessage()(fieldState.error?.message);
  const shown = show(field.value, scale, locale);
  const [typed, setTyped] = useState(shown);
  useEffect(() => {
    setTyped((before) => (sameValue(before, field.value, scale) ? before : shown));
  }, [field.value, scale, shown]);
  return (
    <TextField
      id={fieldId(name)}
      inputRef={field.ref}
      name={field.name}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        field.onChange(
          event.target.value.trim() === '' ? undefined : (parseDecimal(event.target.value, scale) ?? Number.NaN),
        );
      }}
      onBlur={field.onBlur}
      disabled={disabled ?? false}
      label={label}
      required={required ?? false}
      error={message !== undefined}
      helperText={message ?? hint}
      slotProps={{ htmlInput: { inputMode: 'decimal' }, input: { endAdornment: unit } }}
    />
  );
}

function show(value: unknown, scale: number, locale: Parameters<typeof formatNumber>[1]): string {
  if (typeof value !== 'number' || Number.isNaN(value)) return '';
  return formatNumber(value / scale, locale, 0, Math.round(Math.log10(scale))).replace('\u2212', '-');
}

function sameValue(typed: string, value: unknown, scale: number): boolean {
  if (typed.trim() === '') return value === undefined || value === null;
  return Object.is(parseDecimal(typed, scale) ?? Number.NaN, value);
}

export interface Option {
  value: string;
  label: string;
}

/** One of a list. */
export function FormSelect<V extends FieldValues>(
  props: FieldProps<V> & { options: readonly Option[]; emptyLabel?: string },
) {
  const { control, name, label, hint, required, disabled, options, emptyLabel } = props;
  const { field, fieldState } = useController({ control, name });
  const message = useFieldMessage()(fieldState.error?.message);
  return (
    <TextField
      select
      id={fieldId(name)}
      inputRef={field.ref}
      name={field.name}
      value={field.value ?? ''}
      onChange={(event) => field.onChange(event.target.value || undefined)}
      onBlur={field.onBlur}
      disabled={disabled ?? false}
      label={label}
      required={required ?? false}
      error={message !== undefined}
      helperText={message ?? hint}
    >
      {emptyLabel !== undefined && <MenuItem value="">{emptyLabel}</MenuItem>}
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Yes or no. */
export function FormSwitch<V extends FieldValues>({ control, name, label, hint, disabled }: FieldProps<V>) {
  const { field } = useController({ control, name });
  return (
    <div>
      <FormControlLabel
        label={label}
        control={
          <Switch
            id={fieldId(name)}
            name={field.name}
            checked={field.value === true}
            onChange={(_, checked) => field.onChange(checked)}
            onBlur={field.onBlur}
            disabled={disabled ?? false}
            slotProps={{ input: { ref: field.ref } }}
          />
        }
      />
      {hint && <FormHelperText>{hint}</FormHelperText>}
    </div>
  );
}

/** The element of a field; the summary of a form links to it. */
export const fieldId = (name: string): string => `field-${name}`;
