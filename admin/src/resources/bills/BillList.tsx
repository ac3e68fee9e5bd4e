import type { Schemas } from '@openpmo/sdk';
import { useFormats } from '@openpmo/ui/i18n/context';
import { AutocompleteInput, ReferenceInput, SearchInput, SelectInput, useResourceContext } from 'react-admin';
import { Column } from '../../parts/Column';
import { ListPage } from '../../parts/ListPage';
import { RecordLink } from '../../parts/RecordLink';
import { StateChip } from '../../parts/StateChip';
import { useChoices, useEnumWord } from '../../parts/words';
import { DocumentButton } from './DocumentButton';
import { paymentStatuses, tones } from './payment';

type Bill = Schemas['AdminBill'];

/** Bills of the old engine: what consumers pay, or what producers are paid. */
export function BillList() {
  const formats = useFormats();
  const word = useEnumWord();
  const resource = useResourceContext() ?? '';
  const ofConsumers = resource === 'participant-bills';
  return (
    <ListPage<Bill>
      filters={[
        <SearchInput key="q" source="q" alwaysOn />,
        <SelectInput
          key="payment"
          source="paymentStatus"
          choices={useChoices('PaymentStatus', paymentStatuses)}
          alwaysOn
        />,
        <ReferenceInput key="operation" source="operationId" reference="operations">
          <AutocompleteInput optionText="name" filterToQuery={(q: string) => ({ q })} />
        </ReferenceInput>,
      ]}
      sort={{ field: 'billingPeriodEnd', order: 'DESC' }}
      exported={[
        { source: 'documentName' },
        { source: 'operationName' },
        { source: 'producerName' },
        ...(ofConsumers ? [{ source: 'consumerName' as const }] : []),
        { source: 'billingPeriodStart' },
        { source: 'billingPeriodEnd' },
        { source: 'sharedMilliWh', text: (row) => row.sharedMilliWh / 1_000_000 },
        { source: 'amountCents', text: (row) => row.amountCents / 100 },
        { source: 'dueDate' },
        { source: 'paymentStatus', text: (row) => word('PaymentStatus', row.paymentStatus) },
      ]}
    >
      <Column<Bill>
        source="documentName"
        sortable
        render={(row) => (
          <RecordLink resource={resource} id={row.id} type="edit">
            {row.documentName}
          </RecordLink>
        )}
      />
      <Column<Bill>
        source="operationName"
        sortable
        hideBelow="md"
        render={(row) => (
          <RecordLink resource="operations" id={row.operationId} type="edit">
            {row.operationName}
          </RecordLink>
        )}
      />
      <Column<Bill> source="producerName" sortable hideBelow="sm" />
      {ofConsumers && <Column<Bill> source="consumerName" sortable hideBelow="sm" />}
      <Column<Bill>
        source="billingPeriodEnd"
        sortable
        hideBelow="sm"
        render={(row) => formats.dayRange(row.billingPeriodStart, row.billingPeriodEnd)}
      />
      <Column<Bill> source="amountCents" sortable align="right" render={(row) => formats.money(row.amountCents)} />
      <Column<Bill> source="dueDate" sortable hideBelow="lg" render={(row) => formats.day(row.dueDate)} />
      <Column<Bill>
        source="paymentStatus"
        sortable
        render={(row) => <StateChip tone={tones[row.paymentStatus]} label={word('PaymentStatus', row.paymentStatus)} />}
      />
      <Column<Bill> source="document" hideBelow="sm" render={(row) => <DocumentButton bill={row} />} />
    </ListPage>
  );
}
