import { useT } from '@openpmo/ui/i18n/context';
import {
  AutocompleteArrayInput,
  BooleanInput,
  CheckboxGroupInput,
  maxLength,
  maxValue,
  minValue,
  NumberInput,
  ReferenceArrayInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin';
import { useChoices } from '../../parts/words';
import { withoutEngine } from '../../providers/data';
import { personName } from '../users/personName';
import { functionalities, operationTypes } from './choices';
import { useEngineChoices } from './useEngineChoices';

/** What can be said at the creation and changed afterwards. */
export function OperationFields() {
  const t = useT();
  return (
    <>
      <SelectInput source="type" choices={useChoices('OperationType', operationTypes)} validate={required()} />
      <SelectInput
        source="billingEngine"
        choices={useEngineChoices()}
        format={(value: string | null | undefined) => value ?? withoutEngine}
        parse={(value: string) => (value === withoutEngine ? null : value)}
        helperText={t('admin.operation.engineHint')}
      />
      <BooleanInput source="jdbToggle" helperText={t('admin.operation.jdbHint')} />
      <CheckboxGroupInput source="functionalities" choices={useChoices('Functionality', functionalities)} />
      <NumberInput
        source="latitude"
        step="any"
        validate={[minValue(-90), maxValue(90)]}
        helperText={t('admin.operation.latitudeHint')}
      />
      <NumberInput
        source="longitude"
        step="any"
        validate={[minValue(-180), maxValue(180)]}
        helperText={t('admin.operation.longitudeHint')}
      />
      <Members source="organizerIds" of="organizer" />
      <Members source="observerIds" of="observer" />
    </>
  );
}

export const OperationName = () => <TextInput source="name" validate={[required(), maxLength(120)]} />;

/** Accounts of one role, found by name or address. */
function Members({ source, of }: { source: string; of: 'organizer' | 'observer' }) {
  return (
    <ReferenceArrayInput
      source={source}
      reference="users"
      filter={{ role: of }}
      sort={{ field: 'email', order: 'ASC' }}
    >
      <AutocompleteArrayInput fullWidth optionText={personName} filterToQuery={(q: string) => ({ q })} />
    </ReferenceArrayInput>
  );
}
