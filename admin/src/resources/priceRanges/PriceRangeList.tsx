import type { Schemas } from '@openpmo/sdk';
import { useFormats } from '@openpmo/ui/i18n/context';
import { SelectInput } from 'react-admin';
import { Column } from '../../parts/Column';
import { ListPage } from '../../parts/ListPage';
import { useChoices, useEnumWord } from '../../parts/words';
import { countries } from './PriceRangeForms';

type PriceRange = Schemas['PriceRange'];

/** Where prices per kWh are usual, by country and from a day on: outside it a plan is warned about. */
export function PriceRangeList() {
  const formats = useFormats();
  const word = useEnumWord();
  return (
    <ListPage<PriceRange>
      filters={[
        <SelectInput key="country" source="country" choices={useChoices('PriceRangeCountry', countries)} alwaysOn />,
      ]}
      sort={{ field: 'startDate', order: 'DESC' }}
      exported={[
        { source: 'country' },
        { source: 'startDate' },
        { source: 'lowMicroEuro', text: (row) => formats.price(row.lowMicroEuro) },
        { source: 'highMicroEuro', text: (row) => formats.price(row.highMicroEuro) },
      ]}
    >
      <Column<PriceRange> source="country" sortable render={(row) => word('PriceRangeCountry', row.country)} />
      <Column<PriceRange> source="startDate" sortable render={(row) => formats.day(row.startDate)} />
      <Column<PriceRange> source="lowMicroEuro" render={(row) => formats.price(row.lowMicroEuro, 'kWh')} />
      <Column<PriceRange> source="highMicroEuro" render={(row) => formats.price(row.highMicroEuro, 'kWh')} />
    </ListPage>
  );
}
