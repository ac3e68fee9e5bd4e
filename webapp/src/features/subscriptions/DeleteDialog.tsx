import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { type Subscription, useDeleteSubscription } from './queries';
import { laterOf } from './subscriptions';
import { usePairName } from './useSubscriptionColumns';

interface DeleteDialogProps {
  one: Subscription;
  all: readonly Subscription[];
  onClose: () => void;
}

/** Asks before a subscription goes; names the later ones of its pair that go with it. */
export function DeleteDialog({ one, all, onClose }: DeleteDialogProps) {
  const t = useT();
  const formats = useFormats();
  const words = useErrorText();
  const pairName = usePairName();
  const remove = useDeleteSubscription();
  const later = laterOf(one, all);
  const count = later.length + 1;
  const failure = asApiError(remove.error);
  const confirm = () =>
    remove.mutate(
      { params: { path: { operationId: one.operationId, subscriptionId: one.id } } },
      {
        onSuccess: () => {
          notify(t('subscriptions.deleted', { smart_count: count }));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      title={t('subscriptions.deleteTitle', { smart_count: count })}
      confirmLabel={t('subscriptions.deleteConfirm', { smart_count: count })}
      destructive
      pending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>
        {t('subscriptions.deleteOne', { pair: pairName(one), plan: one.plan.name, date: formats.day(one.startDate) })}
      </Typography>
      {later.length > 0 && (
        <>
          <Typography sx={{ mt: 1.5 }}>{t('subscriptions.deleteLater', { smart_count: later.length })}</Typography>
          <Box component="ul" sx={{ my: 0.5, pl: 3 }}>
            {later.map((other) => (
              <li key={other.id}>
                {t('subscriptions.planFrom', { plan: other.plan.name, date: formats.day(other.startDate) })}
              </li>
            ))}
          </Box>
        </>
      )}
      <Typography color="textSecondary" sx={{ mt: 1.5 }}>
        {t('subscriptions.deleteDrafts')}
      </Typography>
      {failure && (
        <Alert severity="error" variant="outlined" sx={{ mt: 2 }}>
          {words(failure)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
