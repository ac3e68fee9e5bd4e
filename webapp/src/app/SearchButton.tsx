import SearchOutlined from '@mui/icons-material/SearchOutlined';
import IconButton from '@mui/material/IconButton';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import type { Operation } from '../api/operations';
import type { Session } from '../api/session';
import { AfterFirst } from '../design/AfterFirst';
import { homePath, menuFor, navigationContext, pathOf } from './navigation';
import { hasPage, loadPage } from './screens';

const Dialog = lazy(async () => ({ default: await loadPage('SearchDialog') }));

/** Looks for anything, by Ctrl K (⌘ K) from everywhere: the key works as soon as the page is seen, before the button is. */
export function SearchButton({ operation, session }: { operation: Operation | undefined; session: Session }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <AfterFirst>
        <IconButton onClick={() => setOpen(true)} aria-label={t('shell.search')} aria-keyshortcuts="Control+K Meta+K">
          <SearchOutlined />
        </IconButton>
      </AfterFirst>
      {open && (
        <Suspense fallback={null}>
          <Dialog
            onClose={() => setOpen(false)}
            pages={[
              ...(operation
                ? menuFor(navigationContext(operation, session), hasPage).map((entry) => ({
                    label: t(entry.label),
                    to: pathOf(entry, operation, session.role),
                  }))
                : []),
              { label: t('home.title'), to: homePath },
              { label: t('shell.account.own'), to: `${homePath}/account` },
            ]}
          />
        </Suspense>
      )}
    </>
  );
}
