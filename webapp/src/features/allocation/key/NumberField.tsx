import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { parseDecimal } from '@openpmo/ui/formats/money';
import { formatNumber } from '@openpmo/ui/formats/number';
import { useFormats } from '@openpmo/ui/i18n/context';
import { useEffect, useState } from 'react';
import { acceptsTyping, bounds, type NumberKind } from './key';

interface NumberFieldProps {
  label: string;
  kind: NumberKind;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  id?: string;
  disabled?: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
}

const scale = 10_000;

/** A whole number of one parameter. Signs, points, commas and letters are not taken; too much becomes the most. */
export function NumberField(props: NumberFieldProps) {
  const { label, kind, value, onChange, id, disabled = false, invalid = false, describedBy } = props;
  const { locale } = useFormats();
  const shown = value === undefined ? '' : formatNumber(value, locale, 0, 4).replace(/[\u202f\u00a0]/g, '');
  const [typed, setTyped] = useState(shown);
  useEffect(() => {
    setTyped((before) => (read(before) === value ? before : shown));
  }, [value, shown]);
  const type = (next: string) => {
    if (!acceptsTyping(typed, next)) return;
    const number = read(next);
    const most = bounds[kind].max;
    const over = number !== undefined && number > most;
    setTyped(over ? String(most) : next);
    onChange(over ? most : number);
  };
  return (
    <OutlinedInput
      size="small"
      {...(id ? { id } : {})}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped(shown)}
      disabled={disabled}
      error={invalid}
      inputProps={{
        'aria-label': label,
        inputMode: 'numeric',
        autoComplete: 'off',
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      }}
      endAdornment={kind === 'percentage' ? <InputAdornment position="end">%</InputAdornment> : undefined}
      sx={{ width: 112, bgcolor: 'background.paper', '& input': { py: 0.625, textAlign: 'right' } }}
    />
  );
}

/** Zero and nothing are the same: no parameter. */
function read(typed: string): number | undefined {
  const units = parseDecimal(typed, scale);
  return units === undefined || units === 0 ? undefined : units / scale;
}
