import { zodResolver } from '@hookform/resolvers/zod';
import { asApiError } from '@openpmo/sdk';
import { isDay } from '@openpmo/ui/formats/date';
import { useT } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useOperation } from '../../../api/operations';
import { FormDialog } from '../../../design/FormDialog';
import { FormDate, FormSelect, FormText } from '../../../design/FormFields';
import { FormSummary } from '../../../design/FormSummary';
import { notify } from '../../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../../design/useProblemText';
import { type Seller, useSaveSettings } from './queries';

const schema = z.object({
  regime: z.enum(['FRANCHISE', 'SIMPLIFIED', 'NORMAL_QUARTERLY', 'NORMAL_MONTHLY'], 'errors.field.required'),
  untaxed: z.enum(['TNT1', 'TLB1']),
  dayOf: z.enum(['PERIOD_END', 'ISSUE']),
  since: z.string('errors.field.required').min(1, 'errors.field.required').refine(isDay, 'errors.date.invalid'),
  platformCode: z.string().trim().min(1, 'errors.field.required'),
});

/** How a seller reports; what the law leaves open has a default that is shown. */
export function SettingsDialog({ seller, onClose }: { seller: Seller; onClose: () => void }) {
  useRefusalTexts();
  const t = useT();
  const words = useErrorText();
  const { id: operationId } = useOperation();
  const { settings, name } = seller;
  const { control, handleSubmit, formState, setError } = useForm<
    z.input<typeof schema>,
    unknown,
    z.output<typeof schema>
  >({
    resolver: zodResolver(schema),
    mode: 'onSubmit',
    defaultValues: settings,
  });
  const save = useSaveSettings(operationId, seller.billingEntityId, seller.version);
  const submit = handleSubmit((form) =>
    save.mutate(form, {
      onSuccess: () => {
        notify(t('einvoicing.reporting.saved', { name }));
        onClose();
      },
      onError: (error) => {
        const failure = asApiError(error);
        const items = failure?.fields ?? [];
        for (const item of items) {
          const field = item.field !== undefined && item.field in schema.shape ? item.field : 'root';
          setError(field as keyof z.input<typeof schema>, { type: 'server', message: words(item) });
        }
        if (items.length === 0) setError('root', { type: 'server', message: words(failure) });
      },
    }),
  );
  return (
    <FormDialog
      title={t('einvoicing.reporting.settingsTitle', { name })}
      confirmLabel={t('einvoicing.save')}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {formState.isSubmitted && <FormSummary errors={formState.errors} />}
      <FormSelect
        control={control}
        name="regime"
        label={t('einvoicing.reporting.field.regime')}
        options={schema.shape.regime.options.map((value) => ({ value, label: t(`enums.EReportingRegime.${value}`) }))}
        required
      />
      <FormDate control={control} name="since" label={t('einvoicing.reporting.field.since')} required />
      <FormSelect
        control={control}
        name="dayOf"
        label={t('einvoicing.reporting.field.dayOf')}
        options={schema.shape.dayOf.options.map((value) => ({ value, label: t(`enums.EReportingDay.${value}`) }))}
      />
      <FormSelect
        control={control}
        name="untaxed"
        label={t('einvoicing.reporting.field.untaxed')}
        hint={t('einvoicing.reporting.hint.untaxed')}
        options={schema.shape.untaxed.options.map((value) => ({
          value,
          label: t(`enums.EReportingCategory.${value}`),
        }))}
      />
      <FormText
        control={control}
        name="platformCode"
        label={t('einvoicing.reporting.field.platformCode')}
        hint={t('einvoicing.reporting.hint.platformCode')}
        required
      />
    </FormDialog>
  );
}
