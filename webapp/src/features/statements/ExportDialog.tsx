import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormDate } from '../../design/FormFields';
import { notify } from '../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../design/useProblemText';
import { type Owed, useExportPayout } from './queries';

interface ExportDialogProps {
  statements: readonly Owed[];
  onDone: () => void;
  onClose: () => void;
}

/** Orders the payment of statements: a list for the bank, on a day. */
export function ExportDialog({ statements, onDone, onClose }: ExportDialogProps) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const words = useErrorText();
  const order = useExportPayout(useOperation().id);
  const { control, handleSubmit } = useForm<{ executionDate: string }>({
    defaultValues: { executionDate: formats.dayOf() },
  });
  const submit = handleSubmit(({ executionDate }) =>
    order.mutate(
      { ids: statements.map(({ id }) => id), executionDate },
      {
        onSuccess: () => {
          notify(t('statements.export.done', { smart_count: statements.length }));
          onDone();
        },
      },
    ),
  );
  const failure = asApiError(order.error);
  return (
    <FormDialog
      title={t('statements.export.title', { smart_count: statements.length })}
      confirmLabel={t('statements.export.confirm')}
      pending={order.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && (
        <Alert severity="error" role="alert">
          {words(failure)}
        </Alert>
      )}
      <Typography>
        {t('statements.export.text', {
          smart_count: statements.length,
          amount: formats.money(statements.reduce((sum, { amountCents }) => sum + amountCents, 0)),
        })}
      </Typography>
      <FormDate
        control={control}
        name="executionDate"
        label={t('statements.export.on')}
        min={formats.dayOf()}
        required
      />
    </FormDialog>
  );
}
