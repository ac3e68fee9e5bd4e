import {
  AutocompleteArrayInput,
  email,
  maxLength,
  ReferenceArrayInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useChoices } from '../../parts/words';
import { hasOperations, spokenLanguages } from './personName';

export const UserEmail = () => (
  <TextInput source="email" type="email" autoComplete="off" validate={[required(), email(), maxLength(254)]} />
);

/** The person behind the account. */
export function PersonFields() {
  return (
    <>
      <TextInput source="firstname" validate={maxLength(100)} />
      <TextInput source="lastname" validate={maxLength(100)} />
      <TextInput source="structure" validate={maxLength(200)} />
      <TextInput source="username" autoComplete="off" validate={maxLength(100)} />
      <SelectInput source="language" choices={useChoices('Language', spokenLanguages)} validate={required()} />
    </>
  );
}

/** The operations of an organizer or observer; other roles have none. */
export function UserOperations() {
  const role: string | undefined = useWatch({ name: 'role' });
  if (!hasOperations(role)) return null;
  return (
    <ReferenceArrayInput source="operationIds" reference="operations" sort={{ field: 'name', order: 'ASC' }}>
      <AutocompleteArrayInput fullWidth optionText="name" filterToQuery={(q: string) => ({ q })} />
    </ReferenceArrayInput>
  );
}
