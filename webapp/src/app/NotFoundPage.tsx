import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { Link } from 'react-router';
import { Notice } from '../design/Notice';
import { homePath } from './navigation';

/** An address that is no page, or a page that does not exist for this operation. */
export function NotFoundPage() {
  const t = useT();
  return (
    <Notice title={t('shell.notFound.title')} advice={t('shell.notFound.advice')}>
      <Button variant="contained" component={Link} to={homePath}>
        {t('shell.error.home')}
      </Button>
    </Notice>
  );
}
