import { zodResolver } from '@hookform/resolvers/zod';
import { useT } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../design/FormDialog';
import { FormDecimal, FormSelect, FormText } from '../../design/FormFields';
import { FormSummary } from '../../design/FormSummary';
import { useRefusalTexts } from '../../design/useProblemText';
import { type Creditor, type Issuer, useSaveCreditor } from './queries';
import { type CreditorForm, creditorSchema, messageVersions } from './schema';
import { useSave } from './useSave';

/** Banking days between the file and the collection where nothing else was agreed. */
const usualLeadDays = 3;

/** The form of the creditor of an issuer, begun with what the issuer says of itself. */
export function CreditorDialog(props: { issuer: Issuer; creditor: Creditor | undefined; onClose: () => void }) {
  const { issuer, creditor, onClose } = props;
  useRefusalTexts();
  const t = useT();
  const { control, handleSubmit, formState, setError } = useForm<CreditorForm>({
    resolver: zodResolver(creditorSchema),
    mode: 'onSubmit',
    defaultValues: {
      name: creditor?.name ?? issuer.name.slice(0, 70),
      ics: creditor?.ics ?? '',
      iban: creditor?.iban ?? issuer.iban ?? '',
      bic: (creditor ?? issuer).bic ?? '',
      bankReconciliationId: creditor?.bankReconciliationId ?? '',
      messageVersion: creditor?.messageVersion ?? 'PAIN_008_001_08',
      leadDays: creditor?.leadDays ?? usualLeadDays,
    },
  });
  const save = useSaveCreditor(issuer, creditor);
  const submit = useSave(save, setError, ({ name }) => t('payments.creditor.saved', { name }), onClose);
  return (
    <FormDialog
      title={t('payments.creditor.of', { name: issuer.name })}
      confirmLabel={t('payments.save')}
      pending={save.isPending}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
    >
      {formState.isSubmitted && <FormSummary errors={formState.errors} />}
      <FormText control={control} name="name" label={t('payments.field.name')} required autoFocus />
      <FormText control={control} name="ics" label={t('payments.field.ics')} hint={t('payments.hint.ics')} required />
      <FormText control={control} name="iban" label={t('payments.field.iban')} autoComplete="off" required />
      <FormText control={control} name="bic" label={t('payments.field.bic')} autoComplete="off" />
      <FormText
        control={control}
        name="bankReconciliationId"
        label={t('payments.field.bankReconciliationId')}
        hint={t('payments.hint.bankReconciliationId')}
      />
      <FormSelect
        control={control}
        name="messageVersion"
        label={t('payments.field.messageVersion')}
        options={messageVersions.map((value) => ({ value, label: t(`enums.SepaMessageVersion.${value}`) }))}
      />
      <FormDecimal
        control={control}
        name="leadDays"
        scale={1}
        label={t('payments.field.leadDays')}
        hint={t('payments.hint.leadDays')}
      />
    </FormDialog>
  );
}
