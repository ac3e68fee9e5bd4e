import { useT } from '@openpmo/ui/i18n/context';
import { DateInput, required, SelectInput } from 'react-admin';
import { DatedCreate, DatedEdit, PriceInput } from '../../parts/DatedForm';
import { PageTitle } from '../../parts/PageTitle';
import { useChoices } from '../../parts/words';

export const countries = ['FR', 'BE'] as const;

/** Where prices are usual from a day on. */
export function PriceRangeCreate() {
  const t = useT();
  return (
    <DatedCreate title={<PageTitle title={t('admin.priceRange.new')} />} defaults={{ country: 'FR' }}>
      <Fields />
    </DatedCreate>
  );
}

/** A range that was typed wrong. */
export function PriceRangeEdit() {
  const t = useT();
  return (
    <DatedEdit title={<PageTitle title={t('admin.priceRange.edit')} />}>
      <Fields />
    </DatedEdit>
  );
}

function Fields() {
  return (
    <>
      <SelectInput source="country" choices={useChoices('PriceRangeCountry', countries)} validate={required()} />
      <DateInput source="startDate" validate={required()} />
      <PriceInput source="lowMicroEuro" />
      <PriceInput source="highMicroEuro" />
    </>
  );
}
