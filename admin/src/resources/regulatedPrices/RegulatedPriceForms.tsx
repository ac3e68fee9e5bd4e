import { useT } from '@openpmo/ui/i18n/context';
import { DateInput, FormDataConsumer, minValue, NumberInput, required, SelectInput } from 'react-admin';
import { DatedCreate, DatedEdit, PriceInput, SourceInput } from '../../parts/DatedForm';
import { PageTitle } from '../../parts/PageTitle';
import { useChoices } from '../../parts/words';

export const consumers = ['individual', 'professional'] as const;
/** The regulated tariff has no price by season. */
export const contracts = ['BASE', 'DOUBLE_PRICE'] as const;

/** A price of the regulated tariff from a day on, as it was published. */
export function RegulatedPriceCreate() {
  const t = useT();
  return (
    <DatedCreate
      title={<PageTitle title={t('admin.trv.new')} />}
      defaults={{ consumerType: 'individual', contractType: 'BASE', fromKVA: 0 }}
    >
      <Fields />
    </DatedCreate>
  );
}

/** A price that was typed wrong: estimates of its days change with it. */
export function RegulatedPriceEdit() {
  const t = useT();
  return (
    <DatedEdit title={<PageTitle title={t('admin.trv.edit')} />}>
      <Fields />
    </DatedEdit>
  );
}

/** Which prices there are follows from the contract. */
function Fields() {
  const t = useT();
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
          formData.contractType === 'DOUBLE_PRICE' ? (
            <>
              <PriceInput source="peakMicroEuro" />
              <PriceInput source="offPeakMicroEuro" />
            </>
          ) : (
            <PriceInput source="baseMicroEuro" />
          )
        }
      </FormDataConsumer>
      <SourceInput />
    </>
  );
}
