import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useForm, useWatch } from 'react-hook-form';
import { useOperation } from '../../../api/operations';
import { FormDialog } from '../../../design/FormDialog';
import { FormSelect, FormText } from '../../../design/FormFields';
import { setProblemFields } from '../../../design/problemFields';
import { notify } from '../../../design/snackbars';
import { errorText } from '../../../design/useProblemText';
import { firstOf } from '../imports';
import { useDeclareMonth, useRevokeMonth } from '../queries';
import { MissingDays, useMissingDays } from './MissingDays';
import { type Declaration, declaration } from './schema';

/** Which month, and why: the reason stays beside it for whoever asks later. */
export function DeclareDialog({ months, onClose }: { months: readonly string[]; onClose: () => void }) {
  const t = useT();
  const translator = useTranslator();
  const formats = useFormats();
  const { id: operationId } = useOperation();
  const declare = useDeclareMonth();
  const revoke = useRevokeMonth();
  const { control, handleSubmit, setError, formState } = useForm<Declaration>({
    resolver: zodResolver(declaration),
    mode: 'onTouched',
    defaultValues: { month: months[0] ?? '', reason: '' },
  });
  const month = useWatch({ control, name: 'month' });
  const { missing } = useMissingDays(month);
  const name = (month: string) => formats.day(firstOf(month), 'month');
  // The dialog is gone by then, so the promise tells the end; a refusal is told where all are.
  const takeBack = (month: string) =>
    void revoke.mutateAsync({ params: { path: { operationId, month } } }).then(
      () => notify(t('curveImport.months.revoked', { month: name(month) })),
      () => undefined,
    );
  const submit = handleSubmit((body) =>
    declare.mutate(
      { params: { path: { operationId } }, body },
      {
        onSuccess: () => {
          const declared = t('curveImport.months.declared', { month: name(body.month) });
          notify(
            missing.length === 0
              ? declared
              : `${declared} ${t('curveImport.months.declaredBut', { smart_count: missing.length, names: missing.map((site) => site.name).join(', ') })}`,
            { undo: () => takeBack(body.month) },
          );
          onClose();
        },
        onError: (error) => {
          if (setProblemFields<Declaration>(error, ['month', 'reason'], setError, translator)) return;
          setError('root', { message: errorText(translator, error) });
        },
      },
    ),
  );
  return (
    <FormDialog
      title={t('curveImport.months.declare')}
      confirmLabel={t('curveImport.months.confirm')}
      pending={declare.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography>{t('curveImport.months.declareAdvice')}</Typography>
      {formState.errors.root?.message && (
        <Alert severity="error" variant="outlined" role="alert">
          {formState.errors.root.message}
        </Alert>
      )}
      <FormSelect
        control={control}
        name="month"
        required
        label={t('curveImport.column.month')}
        options={months.map((month) => ({ value: month, label: name(month) }))}
      />
      {month && <MissingDays month={month} />}
      <FormText
        control={control}
        name="reason"
        required
        multiline
        minRows={2}
        label={t('curveImport.months.reason')}
        hint={t('curveImport.months.reasonHint')}
      />
    </FormDialog>
  );
}
