import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import { problemText } from '@openpmo/ui/i18n/translator';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useOperation } from '../../../api/operations';
import { FormSelect, FormText } from '../../../design/FormFields';
import { setProblemFields } from '../../../design/problemFields';
import { notify } from '../../../design/snackbars';
import { firstOf } from '../imports';
import { useDeclareMonth } from '../queries';
import { MissingDays, useMissingDays } from './MissingDays';
import { type Declaration, declaration } from './schema';

/** Which month, and why: the reason stays beside it for whoever asks later. */
export function DeclareDialog({ months, onClose }: { months: readonly string[]; onClose: () => void }) {
  const t = useT();
  const translator = useTranslator();
  const formats = useFormats();
  const id = useId();
  const { id: operationId } = useOperation();
  const declare = useDeclareMonth();
  const { control, handleSubmit, setError, formState } = useForm<Declaration>({
    resolver: zodResolver(declaration),
    mode: 'onTouched',
    defaultValues: { month: months[0] ?? '', reason: '' },
  });
  const month = useWatch({ control, name: 'month' });
  const { missing } = useMissingDays(month);
  const name = (month: string) => formats.day(firstOf(month), 'month');
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
          );
          onClose();
        },
        onError: (error) => {
          if (setProblemFields<Declaration>(error, ['month', 'reason'], setError, translator)) return;
          setError('root', { message: problemText(translator, asApiError(error)?.problem) });
        },
      },
    ),
  );
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={declare.isPending ? undefined : onClose} aria-labelledby={id}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={id}>{t('curveImport.months.declare')}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 0.5 }}>
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
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={declare.isPending}>
            {t('design.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={declare.isPending}>
            {t('curveImport.months.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
