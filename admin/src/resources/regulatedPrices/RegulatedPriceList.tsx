import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { SelectInput } from 'react-admin';
import { Column } from '../../parts/Column';
import { ListPage } from '../../parts/ListPage';
import { useChoices, useEnumWord } from '../../parts/words';
import { consumers, contracts } from './RegulatedPriceForms';

type RegulatedPrice = Schemas['TRVPrice'];
const prices = ['baseMicroEuro', 'peakMicroEuro', 'offPeakMicroEuro'] as const;

/** The regulated tariff, of all days: what estimates without a known contract are made with. */
export function RegulatedPriceList() {
  const t = useT();
  const formats = useFormats();
  const word = useEnumWord();
  return (
    <ListPage<RegulatedPrice>
      filters={[
        <SelectInput key="who" source="consumerType" choices={useChoices('ConsumerType', consumers)} alwaysOn />,
        <SelectInput key="what" source="contractType" choices={useChoices('ContractType', contracts)} alwaysOn />,
      ]}
      sort={{ field: 'startDate', order: 'DESC' }}
      exported={[
        { source: 'startDate' },
        { source: 'consumerType', text: (row) => word('ConsumerType', row.consumerType) },
        { source: 'contractType', text: (row) => word('ContractType', row.contractType) },
        { source: 'fromKVA' },
        ...prices.map((source) => ({
          source,
          text: (row: RegulatedPrice) => (row[source] ? formats.price(row[source]) : ''),
        })),
        { source: 'source' },
      ]}
    >
      <Column<RegulatedPrice> source="startDate" sortable render={(row) => formats.day(row.startDate)} />
      <Column<RegulatedPrice>
        source="consumerType"
        hideBelow="sm"
        render={(row) => word('ConsumerType', row.consumerType)}
      />
      <Column<RegulatedPrice> source="contractType" render={(row) => word('ContractType', row.contractType)} />
      <Column<RegulatedPrice>
        source="fromKVA"
        align="right"
        render={(row) => t('admin.trv.power', { power: formats.number(row.fromKVA) })}
      />
      {prices.map((source) => (
        <Column<RegulatedPrice>
          key={source}
          source={source}
          hideBelow="sm"
          align="right"
          render={(row) => {
            const price = row[source];
            return price ? formats.price(price) : ''; // lists have null where there is none
          }}
        />
      ))}
      <Column<RegulatedPrice>
        source="source"
        hideBelow="lg"
        render={(row) => (
          <Typography variant="inherit" noWrap title={row.source} sx={{ maxWidth: 150 }}>
            {row.source}
          </Typography>
        )}
      />
    </ListPage>
  );
}
