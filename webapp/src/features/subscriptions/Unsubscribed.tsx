import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { consumes } from '../parties/parties';
import { useSites } from '../parties/queries';
import type { Subscription } from './queries';
import { withoutPlan } from './subscriptions';

interface UnsubscribedProps {
  subscriptions: readonly Subscription[] | undefined;
  onSubscribe: (consumerIds: string[]) => void;
}

/** Consumers in the perimeter that nothing is billed to, one step from their subscription. */
export function Unsubscribed({ subscriptions, onSubscribe }: UnsubscribedProps) {
  const t = useT();
  const today = useFormats().dayOf();
  const { data: sites } = useSites(useOperation().id);
  if (!sites || !subscriptions || subscriptions.length === 0) return null;
  const present = sites.filter(
    (site) =>
      consumes(site) && site.activationRange.entry && !(site.activationRange.exit && site.activationRange.exit < today),
  );
  const ids = withoutPlan(
    present.map(({ id }) => id),
    subscriptions,
  );
  if (ids.length === 0) return null;
  return (
    <Alert
      severity="warning"
      variant="outlined"
      sx={{ mb: 2 }}
      action={
        <Can permission="subscription:create">
          <Button size="small" color="inherit" onClick={() => onSubscribe(ids)}>
            {t('subscriptions.subscribeThem')}
          </Button>
        </Can>
      }
    >
      {t('subscriptions.unsubscribed', { smart_count: ids.length })}
    </Alert>
  );
}
