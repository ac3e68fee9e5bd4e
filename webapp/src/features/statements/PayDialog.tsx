import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormDate, FormText } from '../../design/FormFields';
import { notify } from '../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../design/useProblemText';
import { type Owed, useRecordPayments } from './queries';

interface PayDialogProps {
  statements: readonly Owed[];
  onDone: () => void;
  onClose: () => void;
}

/** Records that statements were paid, each in full. */
export function PayDialog({ statements, onDone, onClose }: PayDialogProps) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const words = useErrorText();
  const record = useRecordPayments(useOperation().id);
  const { control, handleSubmit } = useForm<{ bookedOn: string; reference: string }>({
    defaultValues: { bookedOn: formats.dayOf(), reference: '' },
  });
  const submit = handleSubmit(({ bookedOn, reference }) =>
    record.mutate(
      {
        ids: statements.map(({ id }) => id),
        bookedOn,
        ...(reference.trim() && { reference: reference.trim() }),
      },
      {
        onSuccess: (made) => {
          notify(t('statements.pay.done', { smart_count: made.length }));
          onDone();
        },
      },
    ),
  );
  const failure = asApiError(record.error);
  return (
    <FormDialog
      title={t('statements.pay.open')}
      confirmLabel={t('statements.pay.confirm')}
      pending={record.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && (
        <Alert severity="error" role="alert">
          {words(failure)}
        </Alert>
      )}
      <Typography>
        {t('statements.pay.text', {
          smart_count: statements.length,
          amount: formats.money(statements.reduce((sum, { amountCents }) => sum + amountCents, 0)),
        })}
      </Typography>
      <FormDate control={control} name="bookedOn" label={t('statements.pay.on')} max={formats.dayOf()} required />
      <FormText control={control} name="reference" label={t('statements.pay.reference')} />
    </FormDialog>
  );
}
