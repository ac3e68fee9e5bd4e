import Alert from '@mui/material/Alert';
import { asApiError } from '@openpmo/sdk';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../../api/operations';
import { FormDialog } from '../../../design/FormDialog';
import { FormDecimal } from '../../../design/FormFields';
import { setProblemFields } from '../../../design/problemFields';
import { notify } from '../../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../../design/useProblemText';
import { useSetThreshold } from './queries';

interface Form {
  thresholdCents: number | undefined;
}

/** From which difference on somebody is asked to decide. */
export function ThresholdDialog({ cents, onClose }: { cents: number; onClose: () => void }) {
  useRefusalTexts();
  const t = useT();
  const translator = useTranslator();
  const words = useErrorText();
  const set = useSetThreshold(useOperation().id);
  const { control, handleSubmit, setError } = useForm<Form>({ defaultValues: { thresholdCents: cents } });
  const submit = handleSubmit(({ thresholdCents }) =>
    set.mutate(thresholdCents ?? 0, {
      onSuccess: () => {
        notify(t('invoices.corrections.thresholdDone'));
        onClose();
      },
      onError: (error) => setProblemFields(error, ['thresholdCents'], setError, translator),
    }),
  );
  const failure = asApiError(set.error);
  return (
    <FormDialog
      title={t('invoices.corrections.changeThreshold')}
      confirmLabel={t('invoices.corrections.save')}
      pending={set.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && (failure.fields ?? []).length === 0 && (
        <Alert severity="error" role="alert">
          {words(failure)}
        </Alert>
      )}
      <FormDecimal
        control={control}
        name="thresholdCents"
        scale={100}
        unit="€"
        label={t('invoices.corrections.thresholdLabel')}
        hint={t('invoices.corrections.thresholdHint')}
        required
      />
    </FormDialog>
  );
}
