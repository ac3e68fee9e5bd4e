import TranslateOutlined from '@mui/icons-material/TranslateOutlined';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import type { Language } from '../../api/language';
import type { Session } from '../../api/session';
import { useChangeLanguage } from './queries';

/** Each language by its own name, so that everybody finds theirs. */
const languages: readonly { value: Language; name: string }[] = [
  { value: 'fr', name: 'Français' },
  { value: 'nl', name: 'Nederlands' },
];

export function LanguageSwitch({ session }: { session?: Session }) {
  const t = useT();
  const { locale } = useFormats();
  const change = useChangeLanguage(session);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const spoken: Language = locale === 'nl' ? 'nl' : 'fr';
  return (
    <>
      <IconButton
        aria-label={t('shell.language.label')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <TranslateOutlined />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { variant: 'outlined' } }}
      >
        {languages.map(({ value, name }) => (
          <MenuItem
            key={value}
            lang={value}
            selected={value === spoken}
            onClick={() => {
              setAnchor(null);
              change.mutate(value);
            }}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
