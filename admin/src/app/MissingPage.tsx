import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { Title } from 'react-admin';
import { Link } from 'react-router';
import { PageTitle } from '../parts/PageTitle';

/** An address that is no page of the back-office. */
export function MissingPage() {
  const t = useT();
  return (
    <>
      <Title title={<PageTitle title={t('shell.notFound.title')} />} />
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('shell.notFound.advice')}
      </Typography>
      <Button component={Link} to="/" variant="contained">
        {t('shell.error.home')}
      </Button>
    </>
  );
}
