import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { FormDialog } from '../../../design/FormDialog';
import { notify } from '../../../design/snackbars';
import { useProblemText, useRefusalTexts } from '../../../design/useProblemText';
import { WordsField } from '../../../design/WordsField';
import { paidOf, sumOf } from './corrections';
import { type Correction, useDecide } from './queries';

interface DecisionDialogProps {
  corrections: readonly Correction[];
  keep: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before invoices are corrected, or left as they are, with what becomes of them. */
export function DecisionDialog({ corrections: given, keep, onClose, onDone }: DecisionDialogProps) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const words = useProblemText();
  const [list] = useState(given);
  const [reason, setReason] = useState(() => (keep ? '' : t('invoices.corrections.usualReason')));
  const decide = useDecide(useOperation().id);
  const failure = asApiError(decide.error);
  const count = list.length;
  const what = keep ? 'keep' : 'correct';
  const paid = paidOf(list);
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    decide.mutate(
      { keep, ids: list.map(({ id }) => id), reason: reason.trim() },
      {
        onSuccess: (results) => {
          const refused = results.filter(({ status }) => status === 'FAILURE');
          const done = results.length - refused.length;
          if (done > 0) notify(t(`invoices.corrections.${keep ? 'kept' : 'corrected'}`, { smart_count: done }));
          for (const { id, problem } of refused) {
            const named = list.find((one) => one.id === id)?.invoiceNumber ?? '';
            notify(`${named} · ${words(problem?.errors?.[0] ?? problem ?? {})}`, { variant: 'error' });
          }
          onDone();
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t(`invoices.corrections.${what}Title`, { smart_count: count })}
      confirmLabel={t(`invoices.corrections.${what}`)}
      pending={decide.isPending}
      disabled={keep && reason.trim() === ''}
      onSubmit={confirm}
      onClose={onClose}
    >
      <Typography>{t(`invoices.corrections.${what}Text`, { amount: formats.money(sumOf(list)) })}</Typography>
      {!keep && paid > 0 && (
        <Typography sx={{ mt: 1 }}>{t('invoices.corrections.correctPaid', { amount: formats.money(paid) })}</Typography>
      )}
      <WordsField
        atMost={keep ? 500 : 200}
        fullWidth
        required={keep}
        label={t('invoices.corrections.reason')}
        helperText={t(keep ? 'invoices.corrections.reasonKept' : 'invoices.corrections.reasonPrinted')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        sx={{ mt: 2 }}
      />
      {failure && (
        <Alert severity="error" variant="outlined" sx={{ mt: 2 }}>
          {words(failure)}
        </Alert>
      )}
    </FormDialog>
  );
}
