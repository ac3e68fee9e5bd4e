import Button from '@mui/material/Button';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Edit, SaveButton, SimpleForm, Toolbar, TopToolbar, useRecordContext, useTranslate } from 'react-admin';
import { Facts } from '../../parts/Facts';
import { PageTitle } from '../../parts/PageTitle';
import { useEnumWord } from '../../parts/words';
import { MigrationButton } from './MigrationButton';
import { OperationFields, OperationName } from './OperationFields';

type Operation = Schemas['AdminOperation'];

export function OperationEdit() {
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
        <OperationFacts />
        <OperationName />
        <OperationFields />
      </SimpleForm>
    </Edit>
  );
}

function Heading() {
  const operation = useRecordContext<Operation>();
  return operation ? <PageTitle title={operation.name} /> : null;
}

/** The operator application is another one, so this is a whole page load. */
function Actions() {
  const t = useT();
  const operation = useRecordContext<Operation>();
  if (!operation) return null;
  return (
    <TopToolbar>
      {!operation.billingEngine && operation.dso !== 'SIBELGA' && <MigrationButton operation={operation} />}
      <Button href={`/pmo/operations/${operation.id}/dashboard`}>{t('admin.operation.open')}</Button>
    </TopToolbar>
  );
}

/** What the back-office does not change. */
function OperationFacts() {
  const formats = useFormats();
  const word = useEnumWord();
  const translate = useTranslate();
  const operation = useRecordContext<Operation>();
  if (!operation) return null;
  const label = (field: keyof Operation) => translate(`resources.operations.fields.${field}`);
  return (
    <Facts
      facts={[
        { label: label('externalId'), value: operation.externalId },
        { label: label('dso'), value: word('Dso', operation.dso) },
        { label: label('consumersNumber'), value: formats.number(operation.consumersNumber) },
        { label: label('producersNumber'), value: formats.number(operation.producersNumber) },
        { label: label('latestData'), value: operation.latestData && formats.day(operation.latestData) },
        { label: label('createdAt'), value: formats.instant(operation.createdAt) },
      ]}
    />
  );
}
