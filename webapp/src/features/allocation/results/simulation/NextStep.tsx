import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { useT } from '@openpmo/ui/i18n/context';
import { Link as RouterLink } from 'react-router';
import { useOperation } from '../../../../api/operations';
import { useCan } from '../../../../api/session';
import { draftParam } from '../../key/target';

/** What was tried is a draft: where it can be edited (ENEDIS), or that it can be put in force here. */
export function NextStep({ draftId }: { draftId: string }) {
  const t = useT();
  const can = useCan();
  const { id, features } = useOperation();
  if (!can('key:update')) return null;
  const edits = features.includes('coefficients') && can('production:visit');
  return (
    <Alert severity="success" variant="outlined" className="no-print" sx={{ mt: 1.5 }}>
      {t('distribution.draft.isDraft')}{' '}
      {edits && (
        <Link
          component={RouterLink}
          to={`/pmo/operations/${id}/edit/production?${new URLSearchParams({ [draftParam]: draftId })}`}
        >
          {t('distribution.draft.edit')}
        </Link>
      )}
    </Alert>
  );
}
