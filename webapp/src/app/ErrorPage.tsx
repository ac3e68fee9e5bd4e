import Button from '@mui/material/Button';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { Notice } from '../design/Notice';
import { notify } from '../design/snackbars';
import { homePath } from './navigation';

/** A page that could not be drawn (specification section 8). Leaving it loads the application anew. */
export function ErrorPage() {
  const t = useT();
  const error = useRouteError();
  useEffect(() => {
    console.error(error);
    notify(t('shell.error.persist'), { variant: 'info', duration: null });
  }, [error, t]);
  return (
    <Notice title={t('shell.error.title')} advice={t('shell.error.advice')} code={asApiError(error)?.code}>
      <Button variant="contained" onClick={() => globalThis.location.reload()}>
        {t('shell.error.refresh')}
      </Button>
      <Button variant="outlined" color="inherit" href={homePath}>
        {t('shell.error.home')}
      </Button>
    </Notice>
  );
}
