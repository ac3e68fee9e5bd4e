import type { Schemas } from '@openpmo/sdk';
import { useFormats } from '@openpmo/ui/i18n/context';
import { AutocompleteInput, ReferenceInput, SearchInput, SelectInput, TextInput } from 'react-admin';
import { Column } from '../../parts/Column';
import { ListPage } from '../../parts/ListPage';
import { RecordLink } from '../../parts/RecordLink';
import { useChoices, useEnumWord } from '../../parts/words';
import { FolderChip } from './FolderChip';

export type Participant = Schemas['AdminParticipant'];

export function ParticipantList() {
  const formats = useFormats();
  const word = useEnumWord();
  const day = (value: string | undefined) => value && formats.day(value);
  const filters = [
    <SearchInput key="q" source="q" alwaysOn />,
    <ReferenceInput
      key="operationId"
      source="operationId"
      reference="operations"
      sort={{ field: 'name', order: 'ASC' }}
      alwaysOn
    >
      <AutocompleteInput
        optionText="name"
        filterToQuery={(q: string) => ({ q })}
        sx={{ width: 260, maxWidth: '100%' }}
      />
    </ReferenceInput>,
    <SelectInput
      key="energyType"
      source="energyType"
      choices={useChoices('EnergyType', ['consumer', 'producer'])}
      alwaysOn
    />,
    <TextInput key="dsoId" source="dsoId" />,
  ];
  return (
    <ListPage<Participant>
      filters={filters}
      sort={{ field: 'name', order: 'ASC' }}
      exported={[
        { source: 'name' },
        { source: 'dsoId' },
        { source: 'energyType', text: (row) => word('EnergyType', row.energyType) },
        { source: 'operationName' },
        { source: 'status', text: (row) => word('FolderStatus', row.status) },
        { source: 'entry', text: (row) => day(row.entry) },
        { source: 'exit', text: (row) => day(row.exit) },
        { source: 'id' },
      ]}
    >
      <Column<Participant>
        source="name"
        sortable
        render={(row) => (
          <RecordLink id={row.id} type="show">
            {row.name}
          </RecordLink>
        )}
      />
      <Column<Participant> source="dsoId" sortable hideBelow="md" />
      <Column<Participant>
        source="energyType"
        sortable
        hideBelow="sm"
        render={(row) => word('EnergyType', row.energyType)}
      />
      <Column<Participant> source="operationName" sortable hideBelow="sm" />
      <Column<Participant> source="status" render={(row) => <FolderChip status={row.status} />} />
      <Column<Participant> source="entry" sortable hideBelow="lg" render={(row) => day(row.entry)} />
      <Column<Participant> source="exit" sortable hideBelow="lg" render={(row) => day(row.exit)} />
    </ListPage>
  );
}
