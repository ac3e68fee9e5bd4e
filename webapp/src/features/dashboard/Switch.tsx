import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface SwitchProps<V extends string> {
  label: string;
  value: V | null;
  options: readonly V[];
  text: (value: V) => ReactNode;
  /** Null when the chosen one was pressed again. */
  onChange: (value: V | null) => void;
  /** The options say enough: the label is for those who hear it. */
  bare?: boolean;
}

/** One of a few, each in view. */
export function Switch<V extends string>({ label, value, options, text, onChange, bare }: SwitchProps<V>) {
  const id = useId();
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'center' }}>
      {!bare && (
        <Typography variant="subtitle2" component="span" id={id}>
          {label}
        </Typography>
      )}
      <ToggleButtonGroup
        exclusive
        size="small"
        {...(bare ? { 'aria-label': label } : { 'aria-labelledby': id })}
        value={value}
        onChange={(_, next: V | null) => onChange(next)}
        sx={{
          bgcolor: 'background.paper',
          '& .MuiToggleButton-root': { py: bare ? 0.875 : 0.25, px: bare ? 1.5 : undefined, color: 'text.primary' },
        }}
      >
        {options.map((one) => (
          <ToggleButton key={one} value={one}>
            {text(one)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Stack>
  );
}
