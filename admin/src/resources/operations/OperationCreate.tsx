import { useT } from '@openpmo/ui/i18n/context';
import { Create, maxLength, required, SelectInput, SimpleForm, TextInput } from 'react-admin';
import { PageTitle } from '../../parts/PageTitle';
import { useChoices } from '../../parts/words';
import { dsos, engine } from './choices';
import { OperationFields, OperationName } from './OperationFields';

/** A new operation: on the new engine unless said otherwise. */
export function OperationCreate() {
  const t = useT();
  return (
    <Create title={<PageTitle title={t('admin.operation.new')} />} redirect="edit">
      <SimpleForm
        warnWhenUnsavedChanges
        sx={{ maxWidth: 640 }}
        defaultValues={{ type: 'OPEN', billingEngine: engine, jdbToggle: false, functionalities: [] }}
      >
        <OperationName />
        <TextInput
          source="externalId"
          validate={[required(), maxLength(40)]}
          helperText={t('admin.operation.externalIdHint')}
        />
        <SelectInput
          source="dso"
          choices={useChoices('Dso', dsos)}
          validate={required()}
          helperText={t('admin.operation.dsoHint')}
        />
        <OperationFields />
      </SimpleForm>
    </Create>
  );
}
