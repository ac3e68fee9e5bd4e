import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { NullableBooleanInput, SearchInput, SelectInput } from 'react-admin';
import { Column } from '../../parts/Column';
import { ListPage } from '../../parts/ListPage';
import { RecordLink } from '../../parts/RecordLink';
import { useChoices, useEnumWord } from '../../parts/words';
import { dsos, operationTypes } from './choices';
import { useEngineChoices } from './useEngineChoices';

type Operation = Schemas['AdminOperation'];

export function OperationList() {
  const t = useT();
  const formats = useFormats();
  const word = useEnumWord();
  const engineWord = (row: Operation) =>
    row.billingEngine ? word('BillingEngine', row.billingEngine) : t('admin.engine.old');
  const filters = [
    <SearchInput key="q" source="q" alwaysOn />,
    <SelectInput
      key="dso"
      source="dso"
      choices={useChoices('Dso', dsos)}
      label={t('admin.operation.dsoShort')}
      alwaysOn
    />,
    <SelectInput key="billingEngine" source="billingEngine" choices={useEngineChoices()} alwaysOn />,
    <SelectInput key="type" source="type" choices={useChoices('OperationType', operationTypes)} />,
    <NullableBooleanInput key="jdbToggle" source="jdbToggle" />,
  ];
  return (
    <ListPage<Operation>
      filters={filters}
      sort={{ field: 'name', order: 'ASC' }}
      exported={[
        { source: 'name' },
        { source: 'externalId' },
        { source: 'dso', text: (row) => word('Dso', row.dso) },
        { source: 'type', text: (row) => word('OperationType', row.type) },
        { source: 'billingEngine', text: engineWord },
        { source: 'consumersNumber' },
        { source: 'producersNumber' },
        { source: 'latestData', text: (row) => row.latestData && formats.day(row.latestData) },
        { source: 'createdAt', text: (row) => formats.instant(row.createdAt, 'numeric') },
        { source: 'id' },
      ]}
    >
      <Column<Operation>
        source="name"
        sortable
        render={(row) => (
          <RecordLink id={row.id} type="edit">
            {row.name}
          </RecordLink>
        )}
      />
      <Column<Operation> source="externalId" sortable hideBelow="md" />
      <Column<Operation>
        source="dso"
        label={t('admin.operation.dsoShort')}
        sortable
        hideBelow="sm"
        render={(row) => word('Dso', row.dso)}
      />
      <Column<Operation> source="billingEngine" hideBelow="sm" render={engineWord} />
      <Column<Operation> source="type" sortable hideBelow="lg" render={(row) => word('OperationType', row.type)} />
      <Column<Operation> source="consumersNumber" sortable align="right" hideBelow="md" />
      <Column<Operation> source="producersNumber" sortable align="right" hideBelow="md" />
      <Column<Operation>
        source="latestData"
        hideBelow="md"
        render={(row) => (row.latestData ? formats.day(row.latestData) : t('admin.none'))}
      />
    </ListPage>
  );
}
