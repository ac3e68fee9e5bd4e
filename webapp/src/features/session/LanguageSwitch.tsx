import TranslateOutlined from '@mui/icons-material/TranslateOutlined';
import IconButton from '@mui/material/IconButton';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import type { Session } from '../../api/session';
import { useChangeLanguage } from './queries';

const loadMenu = async () => ({ default: (await import('./LanguageMenu')).LanguageMenu });
/** Few change the language, and the page of the sign-in has no other menu. */
const LanguageMenu = lazy(loadMenu);

export function LanguageSwitch({ session }: { session?: Session }) {
  const t = useT();
  const { locale } = useFormats();
  const change = useChangeLanguage(session);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-label={t('shell.language.label')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={loadMenu}
        onFocus={loadMenu}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <TranslateOutlined />
      </IconButton>
      {anchor && (
        <Suspense fallback={null}>
          <LanguageMenu
            anchor={anchor}
            spoken={locale === 'nl' ? 'nl' : 'fr'}
            onClose={() => setAnchor(null)}
            onPick={(language) => {
              setAnchor(null);
              change.mutate(language);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
