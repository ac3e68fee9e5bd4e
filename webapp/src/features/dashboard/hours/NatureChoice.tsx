import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import type { Nature, Viewpoint } from '../viewpoint/viewpoint';

/** What hours can be looked at for each viewpoint; the first is shown at first. */
export const naturesToChoose: Record<Viewpoint['kind'], readonly [Nature, ...Nature[]]> = {
  operation: ['Prod', 'Conso', 'Autoconso', 'Surplus'],
  consumer: ['Conso', 'Autoconso'],
  producer: ['Prod', 'Autoconso', 'Surplus'],
};

interface NatureChoiceProps {
  options: readonly Nature[];
  value: Nature;
  onChange: (nature: Nature) => void;
}

export function NatureChoice({ options, value, onChange }: NatureChoiceProps) {
  const t = useT();
  return (
    <TextField
      select
      size="small"
      className="no-print"
      value={value}
      onChange={(event) => onChange(event.target.value as Nature)}
      slotProps={{ select: { SelectDisplayProps: { 'aria-label': t('dashboard.nature') } } }}
      sx={{ width: 'auto', '& .MuiSelect-select': { py: 0.5, fontSize: '0.8125rem' } }}
    >
      {options.map((one) => (
        <MenuItem key={one} value={one}>
          {t(`enums.Nature.${one}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
