import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormDecimal, FormSelect, FormText } from '../../design/FormFields';
import { setProblemFields } from '../../design/problemFields';
import { notify } from '../../design/snackbars';
import { useRefusalTexts } from '../../design/useProblemText';
import { type Adjustment, useAddAdjustment } from './queries';
import { Refusals } from './Refusals';
import { told } from './told';

const fields = ['kind', 'amountCents', 'vatPercentage', 'reason'] as const;
const kinds = ['ALLOWANCE', 'CHARGE'] as const;

/** Whose next invoice it is for: that of a subscription, or of an issuer to a client. */
export type Target = { subscriptionId: string } | { billingEntityId: string; billableEntityId: string };

interface Form {
  kind: Adjustment['kind'];
  amountCents: number | undefined;
  vatPercentage: number | undefined;
  reason: string;
}

/** Puts an amount on the next invoice. */
export function AdjustmentDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  useRefusalTexts();
  const t = useT();
  const translator = useTranslator();
  const { id: operationId } = useOperation();
  const add = useAddAdjustment();
  const { control, handleSubmit, setError } = useForm<Form>({
    defaultValues: { kind: 'ALLOWANCE', amountCents: undefined, vatPercentage: undefined, reason: '' },
  });
  const submit = handleSubmit(({ kind, amountCents, vatPercentage, reason }) =>
    add.mutate(
      {
        params: { path: { operationId } },
        body: {
          ...target,
          kind,
          amountCents: told(amountCents),
          ...(vatPercentage !== undefined && { vatPercentage: vatPercentage / 100 }),
          reason: told(reason),
        },
      },
      {
        onSuccess: () => {
          notify(t('adjustments.amount.added'));
          onClose();
        },
        onError: (error) => setProblemFields(error, [...fields], setError, translator),
      },
    ),
  );
  return (
    <FormDialog
      title={t('adjustments.amount.add')}
      confirmLabel={t('adjustments.save')}
      pending={add.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Refusals error={add.error} fields={fields} />
      <FormSelect
        control={control}
        name="kind"
        label={t('adjustments.field.kind')}
        options={kinds.map((value) => ({ value, label: t(`enums.AdjustmentKind.${value}`) }))}
        required
      />
      <FormDecimal
        control={control}
        name="amountCents"
        scale={100}
        unit="€"
        label={t('adjustments.field.amount')}
        required
      />
      <FormDecimal
        control={control}
        name="vatPercentage"
        scale={100}
        unit="%"
        label={t('adjustments.field.vat')}
        hint={t('adjustments.field.vatHint')}
      />
      <FormText
        control={control}
        name="reason"
        label={t('adjustments.field.reason')}
        hint={t('adjustments.field.reasonHint')}
        required
      />
    </FormDialog>
  );
}
