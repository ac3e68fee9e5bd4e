import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { isHexColour } from '@openpmo/ui/theme/contrast';
import { brand } from '@openpmo/ui/theme/tokens';

interface ColourFieldProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

/** A colour by the browser's own picker, or typed. */
export function ColourField({ label, hint, value, onChange }: ColourFieldProps) {
  const t = useT();
  const complete = isHexColour(value);
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Box
        component="input"
        type="color"
        aria-label={t('branding.pick', { colour: label })}
        value={complete ? value.toLowerCase() : brand.primary}
        onChange={(event) => onChange(event.target.value)}
        sx={{
          width: 44,
          height: 44,
          p: 0.5,
          flexShrink: 0,
          cursor: 'pointer',
          border: 1,
          borderColor: 'outline',
          borderRadius: 1,
          bgcolor: 'background.paper',
        }}
      />
      <TextField
        fullWidth
        label={label}
        value={value}
        onChange={(event) => onChange(event.target.value.trim())}
        error={!complete}
        helperText={complete ? hint : t('branding.form')}
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
      />
    </Stack>
  );
}
