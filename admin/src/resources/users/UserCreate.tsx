import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import {
  Create,
  maxLength,
  PasswordInput,
  required,
  SelectInput,
  SimpleForm,
  useNotify,
  useRedirect,
} from 'react-admin';
import { PageTitle } from '../../parts/PageTitle';
import { useChoices } from '../../parts/words';
import { InitialPasswordDialog } from './InitialPasswordDialog';
import { hasOperations, roles, type User } from './personName';
import { PersonFields, UserEmail, UserOperations } from './UserFields';

/** A new account. Without a password the server makes one, which is shown this once. */
export function UserCreate() {
  const t = useT();
  const notify = useNotify();
  const redirect = useRedirect();
  const [told, setTold] = useState<User>();
  const open = (user: User) => redirect('edit', 'users', user.id);
  const onSuccess = (user: User) => {
    notify('ra.notification.created', { type: 'info', messageArgs: { smart_count: 1 } });
    if (user.initialPassword) setTold(user);
    else open(user);
  };
  return (
    <>
      <Create
        title={<PageTitle title={t('admin.user.new')} />}
        mutationOptions={{ onSuccess }}
        transform={(form: Partial<User>) => (hasOperations(form.role) ? form : { ...form, operationIds: undefined })}
      >
        <SimpleForm warnWhenUnsavedChanges sx={{ maxWidth: 640 }} defaultValues={{ language: 'fr' }}>
          <UserEmail />
          <SelectInput
            source="role"
            choices={useChoices('Role', roles)}
            validate={required()}
            helperText={t('admin.user.roleHint')}
          />
          <UserOperations />
          <PersonFields />
          <PasswordInput
            source="password"
            autoComplete="new-password"
            validate={maxLength(200)}
            helperText={t('admin.user.passwordHint')}
          />
        </SimpleForm>
      </Create>
      {told && <InitialPasswordDialog user={told} onClose={() => open(told)} />}
    </>
  );
}
