import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { useFormats } from '@openpmo/ui/i18n/context';

export interface FilterOption<V extends string> {
  value: V;
  label: string;
  count?: number;
}

export interface FilterChipsProps<V extends string> {
  /** Name of the group, for screen readers. */
  label: string;
  options: readonly FilterOption<V>[];
  value: V;
  onChange: (value: V) => void;
}

/** One choice among a few, always visible, with counts. */
export function FilterChips<V extends string>({ label, options, value, onChange }: FilterChipsProps<V>) {
  const formats = useFormats();
  return (
    <Stack direction="row" role="group" aria-label={label} sx={{ flexWrap: 'wrap', gap: 1 }}>
      {options.map((option) => (
        <Chip
          key={option.value}
          label={option.count === undefined ? option.label : `${option.label} (${formats.number(option.count)})`}
          color={option.value === value ? 'primary' : 'default'}
          variant={option.value === value ? 'filled' : 'outlined'}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          sx={{ flex: 'none' }}
        />
      ))}
    </Stack>
  );
}
