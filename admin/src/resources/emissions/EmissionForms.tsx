import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import {
  DateInput,
  maxValue,
  minValue,
  NumberInput,
  required,
  SelectInput,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { DatedCreate, DatedEdit, SourceInput } from '../../parts/DatedForm';
import { Facts } from '../../parts/Facts';
import { PageTitle } from '../../parts/PageTitle';
import { countries, kinds, useKindName } from './kinds';

type Factor = Schemas['EmissionFactor'];

/** A new factor: from its month on it is the one that holds. */
export function EmissionCreate() {
  const t = useT();
  const kindName = useKindName();
  return (
    <DatedCreate title={<PageTitle title={t('admin.emission.new')} />} defaults={{ country: 'FR' }}>
      <SelectInput
        source="country"
        choices={countries.map((id) => ({ id, name: t(`admin.emission.country.${id}`) }))}
        validate={required()}
      />
      <SelectInput
        source="productionTypeId"
        choices={kinds.map((id) => ({ id, name: kindName(id) }))}
        emptyText={t('admin.emission.grid')}
      />
      <Fields />
    </DatedCreate>
  );
}

/** A factor that was typed wrong: figures of its months change with it. */
export function EmissionEdit() {
  return (
    <DatedEdit title={<Heading />}>
      <What />
      <Fields />
    </DatedEdit>
  );
}

function Fields() {
  const t = useT();
  return (
    <>
      <DateInput source="startDate" validate={required()} helperText={t('admin.emission.monthHint')} />
      <NumberInput
        source="milligramsPerKilowattHour"
        validate={[required(), minValue(0), maxValue(2_000_000)]}
        helperText={t('admin.emission.milligramsHint')}
      />
      <SourceInput />
    </>
  );
}

function Heading() {
  const t = useT();
  const formats = useFormats();
  const factor = useRecordContext<Factor>();
  return factor ? (
    <PageTitle title={t('admin.emission.title', { day: formats.day(factor.startDate, 'month') })} />
  ) : null;
}

function What() {
  const t = useT();
  const kindName = useKindName();
  const translate = useTranslate();
  const factor = useRecordContext<Factor>();
  if (!factor) return null;
  const label = (field: keyof Factor) => translate(`resources.emission-factors.fields.${field}`);
  return (
    <Facts
      facts={[
        { label: label('country'), value: t(`admin.emission.country.${factor.country as 'FR' | 'BE'}`) },
        { label: label('productionTypeId'), value: kindName(factor.productionTypeId) },
      ]}
    />
  );
}
