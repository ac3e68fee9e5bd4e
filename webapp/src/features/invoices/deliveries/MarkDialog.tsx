import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../../api/operations';
import { FormDialog } from '../../../design/FormDialog';
import { FormDate, FormText } from '../../../design/FormFields';
import { setProblemFields } from '../../../design/problemFields';
import { notify } from '../../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../../design/useProblemText';
import type { Invoice } from '../queries';
import { byHand, useMark } from './queries';

interface MarkDialogProps {
  invoices: readonly Invoice[];
  onClose: () => void;
  onDone?: () => void;
}

/** Records that e-invoices were transmitted, deposits made, paper posted. */
export function MarkDialog({ invoices: given, onClose, onDone }: MarkDialogProps) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const translator = useTranslator();
  const words = useErrorText();
  const [invoices] = useState(() => given.filter(byHand));
  const mark = useMark(useOperation().id);
  const { control, handleSubmit, setError } = useForm({ defaultValues: { day: formats.dayOf(), reference: '' } });
  const submit = handleSubmit(({ day, reference }) =>
    mark.mutate(
      { ids: invoices.map(({ id }) => id), day, ...(reference.trim() && { reference: reference.trim() }) },
      {
        onSuccess: (results) => {
          const refused = results.filter(({ status }) => status === 'FAILURE');
          const done = results.length - refused.length;
          if (done > 0) notify(t('invoices.send.marked', { smart_count: done }));
          for (const text of new Set(refused.map(({ problem }) => words(problem)))) notify(text, { variant: 'error' });
          onDone?.();
          onClose();
        },
        onError: (error) => setProblemFields(error, ['day', 'reference'], setError, translator),
      },
    ),
  );
  const failure = asApiError(mark.error);
  return (
    <FormDialog
      title={t('invoices.send.markTitle', { smart_count: invoices.length })}
      confirmLabel={t('invoices.send.mark')}
      pending={mark.isPending}
      disabled={invoices.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && failure.fields.length === 0 && (
        <Alert severity="error" role="alert">
          {words(failure)}
        </Alert>
      )}
      <Typography>{t('invoices.send.markText')}</Typography>
      <FormDate control={control} name="day" label={t('invoices.send.day')} max={formats.dayOf()} required />
      <FormText
        control={control}
        name="reference"
        label={t('invoices.send.reference')}
        hint={t('invoices.send.referenceHint')}
      />
    </FormDialog>
  );
}
