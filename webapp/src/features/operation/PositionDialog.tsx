import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { Operation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormDecimal } from '../../design/FormFields';
import { FormSummary } from '../../design/FormSummary';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { useUpdateOperation } from './queries';

/** Degrees are typed to six places, a decimetre. */
const scale = 1_000_000;
const within = (most: number) =>
  z
    .number('branding.positionInvalid')
    .min(-most * scale, 'branding.positionInvalid')
    .max(most * scale, 'branding.positionInvalid');
const schema = z.object({ latitude: within(90), longitude: within(180) });
type Degrees = z.infer<typeof schema>;

const stored = (degrees: number | undefined) => (degrees === undefined ? undefined : Math.round(degrees * scale));

/** Where the operation is on the map. */
export function PositionDialog({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const t = useT();
  const words = useErrorText();
  const update = useUpdateOperation();
  const { control, formState, handleSubmit, setError } = useForm<Degrees>({
    resolver: zodResolver(schema),
    mode: 'onSubmit',
    defaultValues: { latitude: stored(operation.latitude), longitude: stored(operation.longitude) } as Partial<Degrees>,
  });
  const save = handleSubmit(({ latitude, longitude }) =>
    update.mutate(
      {
        params: { path: { operationId: operation.id } },
        body: { latitude: latitude / scale, longitude: longitude / scale },
      },
      {
        onSuccess: () => {
          notify(t('branding.positionSaved'), { variant: 'success' });
          onClose();
        },
        onError: (error) => setError('root', { message: words(error) }),
      },
    ),
  );
  return (
    <FormDialog
      title={t('branding.position')}
      confirmLabel={t('branding.positionSave')}
      pending={update.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      {formState.isSubmitted && <FormSummary errors={formState.errors} />}
      <Typography color="textSecondary">{t('branding.positionHint')}</Typography>
      <FormDecimal control={control} name="latitude" label={t('branding.latitude')} scale={scale} unit="°" required />
      <FormDecimal control={control} name="longitude" label={t('branding.longitude')} scale={scale} unit="°" required />
    </FormDialog>
  );
}
