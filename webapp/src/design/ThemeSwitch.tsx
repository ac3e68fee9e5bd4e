import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import IconButton from '@mui/material/IconButton';
import { useColorScheme } from '@mui/material/styles';
import { useT } from '@openpmo/ui/i18n/context';
import { useScheme } from './scheme';

/** One click between light and dark; "as the system" is on the account page. */
export function ThemeSwitch() {
  const t = useT();
  const scheme = useScheme();
  const { setMode } = useColorScheme();
  const next = scheme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      aria-label={t(next === 'dark' ? 'shell.theme.toDark' : 'shell.theme.toLight')}
      onClick={() => setMode(next)}
    >
      {next === 'dark' ? <DarkModeOutlined /> : <LightModeOutlined />}
    </IconButton>
  );
}
