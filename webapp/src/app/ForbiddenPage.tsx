import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { Link } from 'react-router';
import { Notice } from '../design/Notice';
import { homePath } from './navigation';

/** A page that exists here but that this account may not visit. */
export function ForbiddenPage() {
  const t = useT();
  return (
    <Notice title={t('shell.forbidden.title')} advice={t('shell.forbidden.advice')}>
      <Button variant="contained" component={Link} to={homePath}>
        {t('shell.error.home')}
      </Button>
    </Notice>
  );
}
