import { useT } from '@openpmo/ui/i18n/context';
import {
  Create,
  DateInput,
  Edit,
  FormDataConsumer,
  maxLength,
  maxValue,
  minValue,
  NumberInput,
  required,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  Toolbar,
} from 'react-admin';
import { PageTitle } from '../../parts/PageTitle';
import { useChoices } from '../../parts/words';

export const consumers = ['individual', 'professional'] as const;
/** The regulated tariff has no price by season. */
export const contracts = ['BASE', 'DOUBLE_PRICE'] as const;

const scale = 1_000_000;
const euros = (micro: unknown) => (typeof micro === 'number' ? micro / scale : micro);
const micro = (typed: unknown) => {
  const value = typed === '' || typed === null ? Number.NaN : Number(typed);
  return Number.isNaN(value) ? null : Math.round(value * scale);
};

/** A price of the regulated tariff from a day on, as it was published. */
export function RegulatedPriceCreate() {
  const t = useT();
  return (
    <Create title={<PageTitle title={t('admin.trv.new')} />} redirect="list">
      <SimpleForm
        warnWhenUnsavedChanges
        sx={{ maxWidth: 640 }}
        defaultValues={{ consumerType: 'individual', contractType: 'BASE', fromKVA: 0 }}
      >
        <Fields />
      </SimpleForm>
    </Create>
  );
}

/** A price that was typed wrong: estimates of its days change with it. */
export function RegulatedPriceEdit() {
  const t = useT();
  return (
    <Edit title={<PageTitle title={t('admin.trv.edit')} />} redirect="list" mutationMode="pessimistic">
      <SimpleForm
        warnWhenUnsavedChanges
        sx={{ maxWidth: 640 }}
        toolbar={
          <Toolbar>
            <SaveButton />
          </Toolbar>
        }
      >
        <Fields />
      </SimpleForm>
    </Edit>
  );
}

/** Prices are typed in euros and sent in micro-euros; which ones there are follows from the contract. */
function Fields() {
  const t = useT();
  const price = (source: string) => (
    <NumberInput
      key={source}
      source={source}
      format={euros}
      parse={micro}
      step={0.0001}
      validate={[required(), minValue(1), maxValue(10 * scale)]}
    />
  );
  return (
    <>
      <SelectInput source="consumerType" choices={useChoices('ConsumerType', consumers)} validate={required()} />
      <SelectInput source="contractType" choices={useChoices('ContractType', contracts)} validate={required()} />
      <DateInput source="startDate" validate={required()} />
      <NumberInput
        source="fromKVA"
        step={1}
        validate={[required(), minValue(0)]}
        helperText={t('admin.trv.powerHint')}
      />
      <FormDataConsumer>
        {({ formData }) =>
          formData.contractType === 'DOUBLE_PRICE'
            ? [price('peakMicroEuro'), price('offPeakMicroEuro')]
            : price('baseMicroEuro')
        }
      </FormDataConsumer>
      <TextInput source="source" fullWidth validate={[required(), maxLength(200)]} />
    </>
  );
}
