import TextField from '@mui/material/TextField';

interface DayFieldProps {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  error?: string | undefined;
  min?: string | undefined;
}

/** A civil day in a dialog of one question. */
export function DayField({ label, value, onChange, error, min }: DayFieldProps) {
  return (
    <TextField
      type="date"
      required
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      error={error !== undefined}
      helperText={error}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min } }}
    />
  );
}
