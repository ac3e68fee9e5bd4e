import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { Link } from 'react-router';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import type { Participant } from './rows';

/** Consumers for whom nobody pays yet, and the way to make their clients, all at once. */
export function WithoutClient({ sites }: { sites: readonly Participant[] }) {
  const t = useT();
  const can = useCan();
  const { id, features } = useOperation();
  const loose = sites.filter(
    ({ energyType, isProsumer, billableEntity, status }) =>
      (energyType === 'consumer' || isProsumer) && !billableEntity && status !== 'deleted',
  );
  if (loose.length === 0 || !features.includes('billing') || !can('client:create')) return null;
  return (
    <Alert
      severity="warning"
      variant="outlined"
      className="no-print"
      sx={{ mb: 2, bgcolor: 'background.paper' }}
      action={
        <Button
          component={Link}
          to={`/pmo/operations/${id}/billing/subscriptions?tab=clients`}
          size="small"
          color="inherit"
        >
          {t('participants.withoutClient.make')}
        </Button>
      }
    >
      {t('participants.withoutClient.count', { smart_count: loose.length })}
    </Alert>
  );
}
