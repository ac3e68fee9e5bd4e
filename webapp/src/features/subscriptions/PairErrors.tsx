import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { Mend } from '../../design/Mend';
import { useProblemText } from '../../design/useProblemText';
import type { Refusal } from './subscriptions';
import type { Sending } from './useSendSubscriptions';

/** Why pairs were refused, each by its name; the others can be subscribed without them. */
export function PairErrors({ sending }: { sending: Sending }) {
  const t = useT();
  const words = useProblemText();
  const { refusals, message, others, sendOthers, endOthers, pending } = sending;
  if (pending || (refusals.length === 0 && !message)) return null;
  if (message) {
    return (
      <Alert severity="error" variant="outlined" role="alert">
        {message}
      </Alert>
    );
  }
  return (
    <Alert severity="error" variant="outlined" role="alert">
      <AlertTitle>{t('subscriptions.refused', { smart_count: refusals.length })}</AlertTitle>
      <Box component="ul" tabIndex={0} sx={{ m: 0, pl: 2.5, maxHeight: 200, overflow: 'auto' }}>
        {refusals.map((refusal) => (
          <li key={`${refusal.problem.row} ${refusal.problem.key}`}>
            <strong>{prefix(refusal, t)}</strong> {words(refusal.problem)}
          </li>
        ))}
      </Box>
      <Mend problem={{ key: 'subscription.rejected', errors: refusals.map(({ problem }) => problem) }} />
      {endOthers && (
        <Button size="small" color="inherit" variant="outlined" onClick={endOthers} sx={{ mt: 1, mr: 1 }}>
          {t('subscriptions.endOthers')}
        </Button>
      )}
      {others > 0 && (
        <Button size="small" color="inherit" variant="outlined" onClick={sendOthers} sx={{ mt: 1 }}>
          {t('subscriptions.sendOthers', { smart_count: others })}
        </Button>
      )}
    </Alert>
  );
}

/** Whom a refusal is about: the consumer, or the pair (specification section 8). */
function prefix({ consumerName, producerName }: Refusal, t: ReturnType<typeof useT>): string {
  if (consumerName && producerName) {
    return t('subscriptions.prefix.pair', { consumer: consumerName, producer: producerName });
  }
  return t('subscriptions.prefix.consumer', { consumer: consumerName ?? '' });
}
