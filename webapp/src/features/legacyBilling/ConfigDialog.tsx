import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type Control, useController, useForm, useWatch } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormDate, FormDecimal, FormSelect, useFieldMessage } from '../../design/FormFields';
import { FormSummary } from '../../design/FormSummary';
import { notify } from '../../design/snackbars';
import { useRefusalTexts } from '../../design/useProblemText';
import { sitesOf } from '../parties/parties';
import { useSites } from '../parties/queries';
import { SiteChecklist } from '../parties/SiteChecklist';
import { creationOf, formOf, recreates, updateOf } from './configs';
import { type BillingConfig, type BillingContract, useCreateConfig, useUpdateConfig } from './queries';
import { type ConfigForm, type ConfigInput, configSchema, paymentMethods, periods, priceScale } from './schema';
import { useRefused } from './useRefused';

const fields = {
  producers: 'producers',
  consumers: 'consumers',
  startDate: 'startDate',
  sellingPriceMicroEuro: 'sellingPrice',
  subscriptionPriceMicroEuro: 'subscriptionPrice',
  period: 'period',
  anniversary: 'anniversary',
  paymentMethod: 'paymentMethod',
  paymentDeadline: 'paymentDeadline',
} as const;

interface ConfigDialogProps {
  /** Absent: a new one. */
  config: BillingConfig | undefined;
  /** The contracts of the operation. */
  contracts: readonly BillingContract[];
  onClose: () => void;
}

type FormControl = Control<ConfigInput, unknown, ConfigForm>;

/** By what prices some producers sell to some consumers; says beforehand when contracts are made anew. */
export function ConfigDialog({ config, contracts, onClose }: ConfigDialogProps) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const operation = useOperation();
  const nextMonth = formats.dayOf().slice(0, 7);
  const { control, handleSubmit, setError, formState } = useForm<ConfigInput, unknown, ConfigForm>({
    resolver: zodResolver(configSchema),
    // Not on blur: a message that pushes the buttons away makes the click miss them.
    mode: 'onSubmit',
    defaultValues: config
      ? formOf(config)
      : {
          producers: [],
          consumers: [],
          startDate: `${nextMonth}-01`,
          subscriptionPrice: 0,
          period: '1',
          paymentMethod: 'transfer',
          paymentDeadline: 30,
        },
  });
  const create = useCreateConfig();
  const update = useUpdateConfig();
  const refused = useRefused<ConfigInput>(setError, fields);
  const done = (key: 'created' | 'saved') => ({
    onSuccess: () => {
      notify(t(`legacyBilling.config.${key}`));
      onClose();
    },
    onError: refused,
  });
  const save = (form: ConfigForm) => {
    const path = { operationId: operation.id };
    if (!config) return create.mutate({ params: { path }, body: creationOf(form) }, done('created'));
    const body = updateOf(form, config);
    if (Object.keys(body).length === 0) return onClose();
    update.mutate({ params: { path: { ...path, billingConfigId: config.id } }, body }, done('saved'));
  };
  return (
    <FormDialog
      title={t(config ? 'legacyBilling.config.change' : 'legacyBilling.config.new')}
      confirmLabel={t(config ? 'legacyBilling.config.save' : 'legacyBilling.config.create')}
      pending={create.isPending || update.isPending}
      width="md"
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      {formState.isSubmitted && <FormSummary errors={formState.errors} />}
      {config && <Anew control={control} config={config} contracts={contracts} />}
      <Terms control={control} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '2fr 3fr' } }}>
        <SitesField control={control} name="producers" />
        <SitesField control={control} name="consumers" />
      </Box>
    </FormDialog>
  );
}

/** Another start, producer or consumer deletes the contracts and makes them anew: said before it is saved. */
function Anew({
  control,
  config,
  contracts,
}: {
  control: FormControl;
  config: BillingConfig;
  contracts: readonly BillingContract[];
}) {
  const t = useT();
  const values = useWatch({ control });
  if (!recreates(config, values)) return null;
  const count = contracts.filter(({ configId }) => configId === config.id).length;
  return (
    <Alert severity="warning" variant="outlined" role="status">
      {t('legacyBilling.config.anew', { smart_count: count })}
    </Alert>
  );
}

function Terms({ control }: { control: FormControl }) {
  const t = useT();
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' } }}>
      <FormDate control={control} name="startDate" label={t('legacyBilling.column.start')} required />
      <FormDecimal
        control={control}
        name="sellingPrice"
        label={t('legacyBilling.column.price')}
        scale={priceScale}
        unit="€/kWh"
        required
      />
      <FormDecimal
        control={control}
        name="subscriptionPrice"
        label={t('legacyBilling.column.subscription')}
        scale={priceScale}
        unit={t('legacyBilling.perMonth')}
      />
      <FormSelect
        control={control}
        name="period"
        label={t('legacyBilling.column.period')}
        options={periods.map((value) => ({ value, label: t(`legacyBilling.period.${value}`) }))}
      />
      <FormDate
        control={control}
        name="anniversary"
        label={t('legacyBilling.form.anniversary')}
        hint={t('legacyBilling.form.anniversaryHint')}
      />
      <FormSelect
        control={control}
        name="paymentMethod"
        label={t('legacyBilling.column.method')}
        options={paymentMethods.map((value) => ({ value, label: t(`enums.PaymentMethod.${value}`) }))}
      />
      <FormDecimal
        control={control}
        name="paymentDeadline"
        label={t('legacyBilling.form.deadlineLabel')}
        scale={1}
        unit={t('legacyBilling.form.days')}
      />
    </Box>
  );
}

function SitesField({ control, name }: { control: FormControl; name: 'producers' | 'consumers' }) {
  const t = useT();
  const { data: sites = [] } = useSites(useOperation().id);
  const { field, fieldState } = useController({ control, name });
  const message = useFieldMessage()(fieldState.error?.message);
  return (
    <div id={`field-${name}`}>
      <SiteChecklist
        label={t(`enums.ParticipantGroup.${name}`)}
        sites={sitesOf(name === 'producers' ? 'issuer' : 'client', sites)}
        ids={field.value}
        onChange={field.onChange}
        narrow
      />
      {message && <FormHelperText error>{message}</FormHelperText>}
    </div>
  );
}
