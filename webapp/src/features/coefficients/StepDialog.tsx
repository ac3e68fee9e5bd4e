import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { FormDate, FormText } from '../../design/FormFields';
import { notify } from '../../design/snackbars';
import { ProblemList } from './ProblemList';
import { useRecordStep } from './queries';
import { type StepForm, stepSchema } from './schema';
import type { CoefficientSet, StepStatus } from './sendingModel';

interface StepDialogProps {
  set: CoefficientSet;
  status: StepStatus;
  onClose: () => void;
}

/** Records what the operator was sent, or what it answered, with its day and a note. */
export function StepDialog({ set, status, onClose }: StepDialogProps) {
  const t = useT();
  const formats = useFormats();
  const titleId = useId();
  const { id: operationId } = useOperation();
  const record = useRecordStep();
  const { control, handleSubmit } = useForm<StepForm>({
    resolver: zodResolver(stepSchema),
    mode: 'onSubmit',
    defaultValues: { status, date: formats.dayOf(), note: '' },
  });
  const save = ({ note, ...form }: StepForm) =>
    record.mutate(
      { params: { path: { operationId, setId: set.id } }, body: { ...form, ...(note ? { note } : {}) } },
      {
        onSuccess: () => {
          notify(t('allocation.step.recorded', { status: t(`enums.CoefficientStatus.${status}`) }));
          onClose();
        },
      },
    );
  return (
    <Dialog open onClose={record.isPending ? undefined : onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {t(`allocation.step.title.${status}`, { month: formats.day(`${set.month}-01`, 'month') })}
      </DialogTitle>
      <form onSubmit={handleSubmit(save)} noValidate style={{ display: 'contents' }}>
        <DialogContent sx={{ pt: 1 }}>
          <Stack spacing={2}>
            <Typography>{t(`allocation.step.words.${status}`)}</Typography>
            <FormDate control={control} name="date" label={t('allocation.step.date')} required max={formats.dayOf()} />
            <FormText
              control={control}
              name="note"
              label={t(status === 'REFUSED' ? 'allocation.step.noteRefused' : 'allocation.step.note')}
              hint={t('design.optional')}
              multiline
              minRows={2}
            />
            <ProblemList error={record.error} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={record.isPending}>
            {t('design.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={status === 'REFUSED' ? 'error' : 'primary'}
            loading={record.isPending}
          >
            {t(`allocation.step.record.${status}`)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
