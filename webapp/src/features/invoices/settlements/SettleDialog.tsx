import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../../api/operations';
import { FormDialog } from '../../../design/FormDialog';
import { FormDate, FormDecimal, FormText } from '../../../design/FormFields';
import { setProblemFields } from '../../../design/problemFields';
import { notify } from '../../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../../design/useProblemText';
import type { Invoice } from '../queries';
import { openOf, settleable } from './amounts';
import { type Settlement, useRecordSettlements } from './queries';

const fields = ['bookedOn', 'amountCents', 'reference'] as const;

interface Form {
  bookedOn: string;
  amountCents: number | undefined;
  reference: string;
}

interface SettleDialogProps {
  invoices: readonly Invoice[];
  kind: Settlement['kind'];
  onClose: () => void;
  onDone?: () => void;
}

/** Records what the bank has booked: of one invoice an amount, of several what is open of each. */
export function SettleDialog({ invoices: given, kind, onClose, onDone }: SettleDialogProps) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const translator = useTranslator();
  const words = useErrorText();
  const [invoices] = useState(() => (given.length > 1 ? given.filter(settleable) : given));
  const record = useRecordSettlements(useOperation().id);
  const several = given.length > 1;
  const left = given.length - invoices.length;
  const { control, handleSubmit, setError } = useForm<Form>({
    defaultValues: { bookedOn: formats.dayOf(), amountCents: undefined, reference: '' },
  });
  const submit = handleSubmit(({ bookedOn, amountCents, reference }) =>
    record.mutate(
      {
        invoicesIds: invoices.map(({ id }) => id),
        kind,
        bookedOn,
        ...(amountCents !== undefined && { amountCents }),
        ...(reference.trim() && { reference: reference.trim() }),
      },
      {
        onSuccess: (made) => {
          notify(t('invoices.settle.done', { smart_count: made.length }));
          onDone?.();
          onClose();
        },
        onError: (error) => setProblemFields(error, [...fields], setError, translator),
      },
    ),
  );
  const failure = asApiError(record.error);
  const items = failure?.fields ?? [];
  const others = items.filter(({ field }) => !fields.some((name) => name === field));
  const refusals = failure && items.length === 0 ? [failure] : others;
  const title = several
    ? t('invoices.settle.markTitle', { smart_count: invoices.length })
    : t(kind === 'RETURN' ? 'invoices.settle.return' : 'invoices.settle.record');
  return (
    <FormDialog
      title={title}
      confirmLabel={t('invoices.settle.save')}
      pending={record.isPending}
      disabled={invoices.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      {refusals.length > 0 && (
        <Alert severity="error" role="alert">
          {refusals.map((item) => (
            <span key={`${item.key} ${words(item)}`} style={{ display: 'block' }}>
              {words(item)}
            </span>
          ))}
        </Alert>
      )}
      {several && (
        <Typography>
          {t('invoices.settle.markText', {
            amount: formats.money(invoices.reduce((sum, invoice) => sum + openOf(invoice), 0)),
          })}
        </Typography>
      )}
      {left > 0 && (
        <Alert severity="info" variant="outlined">
          {t('invoices.settle.left', { smart_count: left })}
        </Alert>
      )}
      <FormDate
        control={control}
        name="bookedOn"
        label={t('invoices.settle.bookedOn')}
        max={formats.dayOf()}
        required
      />
      {!several && (
        <FormDecimal
          control={control}
          name="amountCents"
          scale={100}
          unit="€"
          label={t('invoices.settle.amount')}
          hint={t(kind === 'RETURN' ? 'invoices.settle.returnHint' : 'invoices.settle.amountHint')}
        />
      )}
      <FormText
        control={control}
        name="reference"
        label={t('invoices.settle.reference')}
        hint={t('invoices.settle.referenceHint')}
      />
    </FormDialog>
  );
}
