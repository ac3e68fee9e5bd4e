import { zodResolver } from '@hookform/resolvers/zod';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../../../api/operations';
import { FormDialog } from '../../../../design/FormDialog';
import { FormDate, FormSwitch, FormText } from '../../../../design/FormFields';
import { notify } from '../../../../design/snackbars';
import { useRefusalTexts } from '../../../../design/useProblemText';
import { ProblemList } from '../../key/ProblemList';
import { type CoefficientSet, isOutdated, type StepStatus } from '../coefficientSets';
import { useRecordStep } from '../queries';
import { type StepForm, stepSchema } from '../schema';
import { OutdatedAlert } from './OutdatedAlert';

interface StepDialogProps {
  set: CoefficientSet;
  status: StepStatus;
  onClose: () => void;
}

/** Records what the operator was sent, or what it answered, with its day and a note. */
export function StepDialog({ set, status, onClose }: StepDialogProps) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const { id: operationId } = useOperation();
  const record = useRecordStep();
  const asks = status === 'SENT' && isOutdated(set);
  const { control, handleSubmit, formState } = useForm<StepForm>({
    resolver: zodResolver(asks ? stepSchema.required({ acceptOutdated: true }) : stepSchema),
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
    <FormDialog
      title={t(`allocation.step.title.${status}`, { month: formats.day(`${set.month}-01`, 'month') })}
      confirmLabel={t(`allocation.step.record.${status}`)}
      destructive={status === 'REFUSED'}
      pending={record.isPending}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      <Typography>{t(`allocation.step.words.${status}`)}</Typography>
      {asks && <OutdatedAlert set={set} advice={false} />}
      <FormDate control={control} name="date" label={t('allocation.step.date')} required max={formats.dayOf()} />
      <FormText
        control={control}
        name="note"
        label={t(status === 'REFUSED' ? 'allocation.step.noteRefused' : 'allocation.step.note')}
        hint={t('design.optional')}
        multiline
        minRows={2}
      />
      {asks && (
        <div>
          <FormSwitch control={control} name="acceptOutdated" label={t('allocation.step.acceptOutdated')} />
          {formState.errors.acceptOutdated && (
            <FormHelperText error role="alert">
              {t('allocation.step.acceptOutdatedRequired')}
            </FormHelperText>
          )}
        </div>
      )}
      <ProblemList error={record.error} />
    </FormDialog>
  );
}
