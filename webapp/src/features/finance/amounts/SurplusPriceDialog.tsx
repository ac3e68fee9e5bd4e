import Alert from '@mui/material/Alert';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../../api/operations';
import { FormDialog } from '../../../design/FormDialog';
import { FormDate, FormDecimal, FormSelect } from '../../../design/FormFields';
import { setProblemFields } from '../../../design/problemFields';
import { notify } from '../../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../../design/useProblemText';
import { useSites, useTellSurplusPrice } from '../queries';

const fields = ['participantId', 'startDate', 'priceMicroEuro'] as const;

interface Form {
  participantId: string;
  startDate: string;
  priceMicroEuro: number | undefined;
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
    defaultValues: {
      participantId: '',
      startDate: `${formats.dayOf().slice(0, 4)}-01-01`,
      priceMicroEuro: undefined,
    },
  });
  const submit = handleSubmit(({ priceMicroEuro = 0, ...form }) =>
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
