import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import { useColorScheme } from '@mui/material/styles';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { Language } from '../../api/language';
import { useSession } from '../../api/session';
import { useChangeLanguage } from '../session/queries';

const modes = ['light', 'dark', 'system'] as const;
const languages: readonly Language[] = ['fr', 'nl'];

/** Language (kept with the account) and theme (kept on this device). */
export function DisplayPanel() {
  const t = useT();
  const { locale } = useFormats();
  const { mode, setMode } = useColorScheme();
  const change = useChangeLanguage(useSession());
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 4 }}>
      <FormControl>
        <FormLabel id="display-language">{t('shell.language.label')}</FormLabel>
        <RadioGroup
          aria-labelledby="display-language"
          value={locale === 'nl' ? 'nl' : 'fr'}
          onChange={(_, value) => change.mutate(value === 'nl' ? 'nl' : 'fr')}
        >
          {languages.map((language) => (
            <FormControlLabel
              key={language}
              value={language}
              control={<Radio size="small" />}
              label={t(`shell.language.${language}`)}
            />
          ))}
        </RadioGroup>
      </FormControl>
      <FormControl>
        <FormLabel id="display-theme">{t('shell.theme.label')}</FormLabel>
        <RadioGroup
          aria-labelledby="display-theme"
          value={mode ?? 'system'}
          onChange={(_, value) => setMode(modes.find((one) => one === value) ?? 'system')}
        >
          {modes.map((one) => (
            <FormControlLabel key={one} value={one} control={<Radio size="small" />} label={t(`shell.theme.${one}`)} />
          ))}
        </RadioGroup>
      </FormControl>
    </Stack>
  );
}
