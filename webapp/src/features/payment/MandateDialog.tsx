import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../design/FormDialog';
import { FormDate, FormSelect, FormText } from '../../design/FormFields';
import { FormSummary } from '../../design/FormSummary';
import { useRefusalTexts } from '../../design/useProblemText';
import { type Creditor, type Mandate, useSaveMandate } from './queries';
import { type MandateForm, mandateSchema, schemes } from './schema';
import { useSave } from './useSave';

interface MandateDialogProps {
  creditor: Creditor;
  /** Absent: a new one. */
  mandate: Mandate | undefined;
  sites: readonly Schemas['Participant'][];
  onClose: () => void;
}

/** The form of a mandate. What the debtor signed stays; another account amends it. */
export function MandateDialog({ creditor, mandate, sites, onClose }: MandateDialogProps) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const { control, handleSubmit, formState, setError } = useForm<MandateForm>({
    resolver: zodResolver(mandateSchema),
    mode: 'onSubmit',
    defaultValues: {
      participantId: mandate?.participantId ?? '',
      mandateId: mandate?.mandateId ?? '',
      debtorName: mandate?.debtorName ?? '',
      iban: mandate?.iban ?? '',
      bic: mandate?.bic ?? '',
      scheme: mandate?.scheme ?? 'CORE',
      signatureDate: mandate?.signatureDate ?? '',
      bankReconciliationId: mandate?.bankReconciliationId ?? '',
      revokedOn: mandate?.revokedOn,
    },
  });
  const save = useSaveMandate(creditor, mandate);
  const submit = useSave(
    save,
    setError,
    ({ debtorName }) => t('payments.mandate.saved', { name: debtorName }),
    onClose,
  );
  return (
    <FormDialog
      title={mandate ? t('payments.mandate.change', { rum: mandate.mandateId }) : t('payments.mandate.new')}
      confirmLabel={t('payments.save')}
      pending={save.isPending}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
    >
      {formState.isSubmitted && <FormSummary errors={formState.errors} />}
      {mandate ? (
        <Typography>
          {t('payments.mandate.signed', {
            day: formats.day(mandate.signatureDate),
            lapses: formats.day(mandate.lapsesOn),
          })}
        </Typography>
      ) : (
        <>
          <FormSelect
            control={control}
            name="participantId"
            label={t('payments.field.participant')}
            options={sites.map(({ id, name, dsoId }) => ({ value: id, label: `${name} (${dsoId})` }))}
            required
          />
          <FormText
            control={control}
            name="mandateId"
            label={t('payments.field.mandateId')}
            hint={t('payments.hint.mandateId')}
            required
          />
          <FormSelect
            control={control}
            name="scheme"
            label={t('payments.field.scheme')}
            options={schemes.map((value) => ({ value, label: t(`enums.MandateScheme.${value}`) }))}
          />
          <FormDate control={control} name="signatureDate" label={t('payments.field.signatureDate')} required />
        </>
      )}
      <FormText control={control} name="debtorName" label={t('payments.field.debtorName')} required />
      <FormText
        control={control}
        name="iban"
        label={t('payments.field.iban')}
        autoComplete="off"
        required
        {...(mandate ? { hint: t('payments.hint.amend') } : {})}
      />
      <FormText control={control} name="bic" label={t('payments.field.bic')} autoComplete="off" />
      <FormText
        control={control}
        name="bankReconciliationId"
        label={t('payments.field.bankReconciliationId')}
        hint={t('payments.hint.bankReconciliationId')}
      />
      {mandate && (
        <FormDate
          control={control}
          name="revokedOn"
          label={t('payments.field.revokedOn')}
          hint={t('payments.hint.revokedOn')}
        />
      )}
    </FormDialog>
  );
}
