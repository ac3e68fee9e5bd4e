import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../api/operations';
import { DayField } from '../../design/DayField';
import { FormDialog } from '../../design/FormDialog';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { type Overdue, usePause } from './queries';

/** Letters of a reason. What is longer is told: nothing that was typed is cut. */
const reasonAtMost = 500;

/** Keeps the client of an invoice, or the invoice alone, from being reminded of, and says why. */
export function PauseDialog({ invoice, onClose }: { invoice: Overdue; onClose: () => void }) {
  const t = useT();
  const words = useErrorText();
  const pause = usePause(useOperation().id);
  const [whole, setWhole] = useState(false);
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  return (
    <FormDialog
      title={t('receivables.pause.title')}
      confirmLabel={t('receivables.pause.confirm')}
      pending={pause.isPending}
      disabled={reason.trim() === '' || reason.trim().length > reasonAtMost}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        pause.mutate(
          {
            ...(whole ? { clientId: invoice.billableEntityId } : { invoiceId: invoice.id }),
            reason: reason.trim(),
            ...(until && { until }),
          },
          {
            onSuccess: () => {
              notify(t('receivables.pause.done'));
              onClose();
            },
          },
        );
      }}
    >
      {pause.isError && (
        <Alert severity="error" role="alert">
          {words(pause.error)}
        </Alert>
      )}
      <RadioGroup
        aria-label={t('receivables.pause.of')}
        value={whole ? 'client' : 'invoice'}
        onChange={(_, value) => setWhole(value === 'client')}
      >
        <FormControlLabel
          value="invoice"
          control={<Radio />}
          label={t('receivables.pause.ofInvoice', { number: invoice.number })}
        />
        <FormControlLabel
          value="client"
          control={<Radio />}
          label={t('receivables.pause.ofClient', { name: invoice.billableEntityName })}
        />
      </RadioGroup>
      <TextField
        required
        label={t('receivables.pause.reason')}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={reason.trim().length > reasonAtMost}
        helperText={t('receivables.pause.reasonHint', { max: reasonAtMost })}
        multiline
      />
      <DayField
        label={t('receivables.pause.until')}
        hint={t('receivables.pause.untilHint')}
        value={until}
        onChange={setUntil}
      />
    </FormDialog>
  );
}
