import Breadcrumbs from '@mui/material/Breadcrumbs';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { Link as RouterLink } from 'react-router';
import type { Doc } from './queries';

/** Where one is: the folders that lead here, each a link. */
export function FolderPath({ folder }: { folder: Doc | undefined }) {
  const t = useT();
  return (
    <Breadcrumbs aria-label={t('documents.path')} sx={{ mb: 1, minHeight: 24 }}>
      {folder ? (
        <Link component={RouterLink} to="?" color="inherit">
          {t('documents.top')}
        </Link>
      ) : (
        <Typography sx={{ fontWeight: 600 }}>{t('documents.top')}</Typography>
      )}
      {folder?.path.map(({ id, name }) => (
        <Link key={id} component={RouterLink} to={`?folder=${id}`} color="inherit">
          {name}
        </Link>
      ))}
      {folder && (
        <Typography aria-current="page" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {folder.name}
        </Typography>
      )}
    </Breadcrumbs>
  );
}
