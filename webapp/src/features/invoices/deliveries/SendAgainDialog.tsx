import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../../api/operations';
import { ConfirmDialog } from '../../../design/ConfirmDialog';
import { notify } from '../../../design/snackbars';
import { useProblemText } from '../../../design/useProblemText';
import type { Invoice } from '../queries';
import { ChannelChoice } from './ChannelChoice';
import { type Channel, useSendAgain } from './queries';

/** Sends an invoice once more, at the address of now or by another channel. */
export function SendAgainDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useT();
  const words = useProblemText();
  const [channel, setChannel] = useState<Channel | ''>('');
  const again = useSendAgain(useOperation().id);
  const failure = asApiError(again.error);
  return (
    <ConfirmDialog
      open
      title={t('invoices.send.againTitle', { number: invoice.number ?? '' })}
      confirmLabel={t('invoices.send.again')}
      pending={again.isPending}
      onConfirm={() =>
        again.mutate(
          { invoiceId: invoice.id, ...(channel ? { channel } : {}) },
          {
            onSuccess: () => {
              notify(t('invoices.send.done', { smart_count: 1 }));
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <Typography>{t('invoices.send.againText')}</Typography>
      <ChannelChoice value={channel} onChange={setChannel} />
      {failure && (
        <Alert severity="error" variant="outlined" sx={{ mt: 2 }}>
          {words(failure)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
