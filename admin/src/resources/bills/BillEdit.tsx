import type { Schemas } from '@openpmo/sdk';
import { useFormats } from '@openpmo/ui/i18n/context';
import {
  Edit,
  maxLength,
  required,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  Toolbar,
  TopToolbar,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { Facts } from '../../parts/Facts';
import { PageTitle } from '../../parts/PageTitle';
import { useChoices } from '../../parts/words';
import { DocumentButton } from './DocumentButton';
import { paymentStatuses } from './payment';

type Bill = Schemas['AdminBill'];

/** Of a bill only what its document is called and whether it was paid is changed. */
export function BillEdit() {
  return (
    <Edit title={<Heading />} mutationMode="pessimistic" redirect={false} actions={<Actions />}>
      <SimpleForm
        warnWhenUnsavedChanges
        sx={{ maxWidth: 640 }}
        toolbar={
          <Toolbar>
            <SaveButton />
          </Toolbar>
        }
      >
        <BillFacts />
        <TextInput source="documentName" validate={[required(), maxLength(120)]} />
        <SelectInput
          source="paymentStatus"
          choices={useChoices('PaymentStatus', paymentStatuses)}
          validate={required()}
        />
      </SimpleForm>
    </Edit>
  );
}

function Heading() {
  const bill = useRecordContext<Bill>();
  return bill ? <PageTitle title={bill.documentName} /> : null;
}

function Actions() {
  const bill = useRecordContext<Bill>();
  if (!bill) return null;
  return (
    <TopToolbar>
      <DocumentButton bill={bill} />
    </TopToolbar>
  );
}

/** What of a bill never changes. */
function BillFacts() {
  const formats = useFormats();
  const translate = useTranslate();
  const resource = useResourceContext();
  const bill = useRecordContext<Bill>();
  if (!bill) return null;
  const label = (field: keyof Bill) => translate(`resources.${resource}.fields.${field}`);
  return (
    <Facts
      facts={[
        { label: label('operationName'), value: bill.operationName },
        { label: label('producerName'), value: bill.producerName },
        ...(bill.consumerName ? [{ label: label('consumerName'), value: bill.consumerName }] : []),
        {
          label: label('billingPeriodEnd'),
          value: formats.dayRange(bill.billingPeriodStart, bill.billingPeriodEnd),
        },
        { label: label('sharedMilliWh'), value: formats.kWh(bill.sharedMilliWh) },
        { label: label('amountCents'), value: formats.money(bill.amountCents) },
        { label: label('dueDate'), value: formats.day(bill.dueDate) },
        { label: label('createdAt'), value: formats.instant(bill.createdAt) },
      ]}
    />
  );
}
