import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import TranslateOutlined from '@mui/icons-material/TranslateOutlined';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { AppBar, LoadingIndicator, UserMenu, useGetIdentity, useTranslate } from 'react-admin';
import { useLanguage } from '../i18n/LanguageProvider';
import { languages } from '../i18n/languages';

/** The bar at the top: product, language, colours, refresh, account. */
export function Bar() {
  const t = useT();
  return (
    <AppBar
      alwaysOn
      color="default"
      userMenu={<Account />}
      toolbar={
        <>
          <LanguageButton />
          <SchemeButton />
          <LoadingIndicator />
        </>
      }
    >
      <Typography variant="subtitle1" component="p" noWrap sx={{ flex: 1, minWidth: 0 }}>
        {t('admin.product')}
      </Typography>
    </AppBar>
  );
}

/** What is heard of the button begins with the name that is seen (WCAG 2.5.3). */
function Account() {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  const menu = translate('ra.auth.user_menu');
  return <UserMenu label={identity?.fullName ? `${identity.fullName}, ${menu}` : menu} />;
}

/** One click between light and dark. */
export function SchemeButton() {
  const t = useT();
  const { colorScheme, setMode } = useColorScheme();
  const next = colorScheme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      color="inherit"
      aria-label={t(next === 'dark' ? 'shell.theme.toDark' : 'shell.theme.toLight')}
      onClick={() => setMode(next)}
    >
      {next === 'dark' ? <DarkModeOutlined /> : <LightModeOutlined />}
    </IconButton>
  );
}

export function LanguageButton() {
  const t = useT();
  const { texts, choose } = useLanguage();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        color="inherit"
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
            selected={value === texts.language}
            onClick={() => {
              setAnchor(null);
              choose(value);
            }}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
