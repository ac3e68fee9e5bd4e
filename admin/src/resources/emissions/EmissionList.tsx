import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { SearchInput, SelectInput } from 'react-admin';
import { Column } from '../../parts/Column';
import { ListPage } from '../../parts/ListPage';
import { countries, useKindName } from './kinds';

type Factor = Schemas['EmissionFactor'];

/** What a kWh emits, by country, kind of production and month: where every CO2 figure comes from. */
export function EmissionList() {
  const t = useT();
  const formats = useFormats();
  const kindName = useKindName();
  const grams = (row: Factor) => formats.number(row.milligramsPerKilowattHour / 1000, 0, 3);
  return (
    <ListPage<Factor>
      filters={[
        <SearchInput key="q" source="q" alwaysOn />,
        <SelectInput
          key="country"
          source="country"
          choices={countries.map((id) => ({ id, name: t(`admin.emission.country.${id}`) }))}
          alwaysOn
        />,
      ]}
      sort={{ field: 'startDate', order: 'DESC' }}
      exported={[
        { source: 'country' },
        { source: 'productionTypeId', text: (row) => kindName(row.productionTypeId) },
        { source: 'startDate' },
        { source: 'milligramsPerKilowattHour' },
        { source: 'source' },
      ]}
    >
      <Column<Factor> source="startDate" sortable render={(row) => formats.day(row.startDate)} />
      <Column<Factor>
        source="country"
        sortable
        hideBelow="sm"
        render={(row) => t(`admin.emission.country.${row.country as 'FR' | 'BE'}`)}
      />
      <Column<Factor> source="productionTypeId" sortable render={(row) => kindName(row.productionTypeId)} />
      <Column<Factor>
        source="milligramsPerKilowattHour"
        sortable
        render={(row) => t('admin.emission.grams', { grams: grams(row) })}
      />
      <Column<Factor> source="source" hideBelow="md" />
    </ListPage>
  );
}
