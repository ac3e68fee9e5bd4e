import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { top } from './queries';
import type { Place } from './tree';

interface PlaceChoiceProps {
  places: readonly Place[];
  /** A folder, `top`, or nothing yet. */
  value: string;
  onChange: (value: string) => void;
}

/** A folder among all, each below the one that it is in. */
export function PlaceChoice({ places, value, onChange }: PlaceChoiceProps) {
  const t = useT();
  return (
    <TextField
      select
      fullWidth
      label={t('documents.moveTo')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {places.map(({ id, name, depth, refused }) => (
        <MenuItem key={id ?? top} value={id ?? top} disabled={refused} sx={{ pl: 2 + depth * 2, whiteSpace: 'normal' }}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
