import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useOperation } from '../../../api/operations';
import { FormDialog } from '../../../design/FormDialog';
import { FormDate, FormDecimal, FormSelect } from '../../../design/FormFields';
import { setProblemFields } from '../../../design/problemFields';
import { notify } from '../../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../../design/useProblemText';
import { useSites, useTellSurplusPrice } from '../queries';

const fields = ['participantId', 'startDate', 'priceMicroEuro'] as const;

/** What can be told before anything is sent; the bounds are the server's. */
const schema = z.object({
  participantId: z.string().min(1, 'errors.field.required'),
  startDate: z.string('errors.field.required').min(1, 'errors.field.required'),
  priceMicroEuro: z.number('finance.form.price'),
});

interface Form {
  participantId: string;
  startDate: string;
  priceMicroEuro: number;
}

/** Tells what a producer gets from a month on. */
export function SurplusPriceDialog({ onClose }: { onClose: () => void }) {
  useRefusalTexts();
  const t = useT();
  const translator = useTranslator();
  const words = useErrorText();
  const formats = useFormats();
  const operation = useOperation();
  const producers = (useSites(operation.id).data ?? []).filter(
    ({ energyType, isProsumer }) => energyType === 'producer' || isProsumer,
  );
  const tell = useTellSurplusPrice(operation.id);
  const { control, handleSubmit, setError } = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: {
      participantId: '',
      startDate: `${formats.dayOf().slice(0, 4)}-01-01`,
    },
  });
  const submit = handleSubmit(({ priceMicroEuro, ...form }) =>
    tell.mutate(
      { ...form, priceMicroEuro },
      {
        onSuccess: () => {
          notify(t('finance.prices.saved'));
          onClose();
        },
        onError: (error) => setProblemFields(error, [...fields], setError, translator),
      },
    ),
  );
  const failure = asApiError(tell.error);
  return (
    <FormDialog
      title={t('finance.prices.add')}
      confirmLabel={t('finance.assigned.save')}
      pending={tell.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && failure.fields.length === 0 && (
        <Alert severity="error" role="alert">
          {words(failure)}
        </Alert>
      )}
      <FormSelect
        control={control}
        name="participantId"
        label={t('finance.prices.producer')}
        required
        options={producers.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FormDate control={control} name="startDate" label={t('finance.prices.since')} required />
      <FormDecimal
        control={control}
        name="priceMicroEuro"
        scale={1_000_000}
        unit={t('formats.perKWh')}
        label={t('finance.prices.price')}
        required
      />
    </FormDialog>
  );
}
