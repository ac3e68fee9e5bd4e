import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormDate, FormDecimal, FormText } from '../../design/FormFields';
import { setProblemFields } from '../../design/problemFields';
import { notify } from '../../design/snackbars';
import { useRefusalTexts } from '../../design/useProblemText';
import { type Discount, useAddDiscount, useEndDiscount } from './queries';
import { Refusals } from './Refusals';
import { told } from './told';

const fields = ['startDate', 'endDate', 'percentage', 'reason'] as const;

interface Form {
  startDate: string;
  endDate: string;
  percentage: number | undefined;
  reason: string;
}

interface DiscountDialogProps {
  pair: { consumerId: string; producerId?: string };
  onClose: () => void;
}

/** Grants a discount to a pair. */
export function DiscountDialog({ pair, onClose }: DiscountDialogProps) {
  useRefusalTexts();
  const t = useT();
  const translator = useTranslator();
  const { id: operationId } = useOperation();
  const add = useAddDiscount();
  const { control, handleSubmit, setError } = useForm<Form>({
    defaultValues: { startDate: '', endDate: '', percentage: undefined, reason: '' },
  });
  const submit = handleSubmit(({ startDate, endDate, percentage, reason }) =>
    add.mutate(
      {
        params: { path: { operationId } },
        body: {
          ...pair,
          startDate: told(startDate),
          ...(endDate && { endDate }),
          percentage: told(percentage === undefined ? undefined : percentage / 100),
          reason: told(reason),
        },
      },
      {
        onSuccess: () => {
          notify(t('adjustments.discount.added'));
          onClose();
        },
        onError: (error) => setProblemFields(error, [...fields], setError, translator),
      },
    ),
  );
  return (
    <FormDialog
      title={t('adjustments.discount.add')}
      confirmLabel={t('adjustments.save')}
      pending={add.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Refusals error={add.error} fields={fields} />
      <FormDecimal
        control={control}
        name="percentage"
        scale={100}
        unit="%"
        label={t('adjustments.field.percentage')}
        required
      />
      <FormText
        control={control}
        name="reason"
        label={t('adjustments.field.reason')}
        hint={t('adjustments.field.reasonHint')}
        required
      />
      <FormDate control={control} name="startDate" label={t('adjustments.field.startDate')} required />
      <FormDate control={control} name="endDate" label={t('adjustments.field.endDate')} />
    </FormDialog>
  );
}

/** Says which is the last day of a discount. */
export function EndDialog({ discount, onClose }: { discount: Discount; onClose: () => void }) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const translator = useTranslator();
  const end = useEndDiscount();
  const { control, handleSubmit, setError } = useForm<{ endDate: string }>({
    defaultValues: { endDate: discount.endDate ?? formats.dayOf() },
  });
  const submit = handleSubmit((body) =>
    end.mutate(
      { params: { path: { operationId: discount.operationId, discountId: discount.id } }, body },
      {
        onSuccess: () => {
          notify(t('adjustments.discount.ended'));
          onClose();
        },
        onError: (error) => setProblemFields(error, ['endDate'], setError, translator),
      },
    ),
  );
  return (
    <FormDialog
      title={t('adjustments.discount.end')}
      confirmLabel={t('adjustments.save')}
      pending={end.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Refusals error={end.error} fields={['endDate']} />
      <FormDate
        control={control}
        name="endDate"
        label={t('adjustments.field.lastDay')}
        min={discount.startDate}
        required
      />
    </FormDialog>
  );
}
