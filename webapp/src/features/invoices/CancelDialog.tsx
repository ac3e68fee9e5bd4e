import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../api/operations';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { notify } from '../../design/snackbars';
import { useProblemText } from '../../design/useProblemText';
import { WordsField } from '../../design/WordsField';
import { totalsOf } from '../billRuns/runs';
import { type Invoice, useCancelInvoices } from './queries';
import { useInvoiceName } from './useInvoiceName';

const namedAtMost = 5;
const reasonAtMost = 200;

interface CancelDialogProps {
  invoices: readonly Invoice[];
  onClose: () => void;
  onCancelled?: () => void;
}

/** Asks before invoices are taken back, by name and number, with what becomes of them, and why. */
export function CancelDialog({ invoices: given, onClose, onCancelled }: CancelDialogProps) {
  const t = useT();
  const formats = useFormats();
  const words = useProblemText();
  const name = useInvoiceName();
  const [invoices] = useState(given);
  const [reason, setReason] = useState('');
  const cancel = useCancelInvoices(useOperation().id);
  const failure = asApiError(cancel.error);
  const count = invoices.length;
  const published = invoices.filter(({ number }) => number !== undefined);
  const paid = published.filter(({ paymentStatus }) => paymentStatus === 'SUCCEEDED');
  const confirm = () =>
    cancel.mutate(
      { ids: invoices.map(({ id }) => id), reason: reason.trim() },
      {
        onSuccess: (results) => {
          const refused = results.filter(({ status }) => status === 'FAILURE');
          const done = results.length - refused.length;
          if (done > 0) notify(t('invoices.cancel.done', { smart_count: done }));
          for (const key of new Set(refused.map(({ problem }) => problem?.key))) {
            notify(words({ key }), { variant: 'error' });
          }
          onCancelled?.();
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      title={t('invoices.cancel.title', { smart_count: count })}
      confirmLabel={t('invoices.cancel.confirm', { smart_count: count })}
      dismissLabel={t('invoices.cancel.keep', { smart_count: count })}
      destructive
      pending={cancel.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>
        {t('invoices.cancel.total', { smart_count: count, amount: formats.money(totalsOf(invoices).amountCents) })}
      </Typography>
      <Box component="ul" sx={{ my: 1, pl: 3 }}>
        {invoices.slice(0, namedAtMost).map((one) => (
          <li key={one.id}>{name(one)}</li>
        ))}
        {count > namedAtMost && <li>{t('invoices.andMore', { smart_count: count - namedAtMost })}</li>}
      </Box>
      <Typography color="textSecondary">
        {t(published.length > 0 ? 'invoices.cancel.note' : 'invoices.cancel.draft', { smart_count: count })}
      </Typography>
      {paid.length > 0 && (
        <Alert severity="warning" variant="outlined" sx={{ mt: 2 }}>
          {t('invoices.cancel.paid', {
            smart_count: paid.length,
            amount: formats.money(totalsOf(paid).amountCents),
          })}
        </Alert>
      )}
      {published.length > 0 && (
        <WordsField
          atMost={reasonAtMost}
          fullWidth
          label={t('invoices.cancel.reason')}
          helperText={t('invoices.cancel.reasonHelp')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          sx={{ mt: 2 }}
        />
      )}
      {failure && (
        <Alert severity="error" variant="outlined" sx={{ mt: 2 }}>
          {words(failure)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
