import Alert from '@mui/material/Alert';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormText } from '../../design/FormFields';
import { notify } from '../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../design/useProblemText';
import { type Statement, useCancelStatement } from './queries';

/** Asks why a published statement is taken back. */
export function CancelDialog({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  useRefusalTexts();
  const t = useT();
  const words = useErrorText();
  const cancel = useCancelStatement(useOperation().id);
  const { control, handleSubmit } = useForm<{ reason: string }>({ defaultValues: { reason: '' } });
  const submit = handleSubmit(({ reason }) =>
    cancel.mutate(
      { id: statement.id, reason: reason.trim() },
      {
        onSuccess: () => {
          notify(t('statements.cancel.done'));
          onClose();
        },
      },
    ),
  );
  const failure = asApiError(cancel.error);
  return (
    <FormDialog
      title={t('statements.cancel.title', { number: statement.number ?? '' })}
      confirmLabel={t('statements.cancel.open')}
      pending={cancel.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && (
        <Alert severity="error" role="alert">
          {words(failure)}
        </Alert>
      )}
      <Alert severity="info" variant="outlined">
        {t('statements.cancel.text')}
      </Alert>
      <FormText control={control} name="reason" label={t('statements.cancel.reason')} required />
    </FormDialog>
  );
}
