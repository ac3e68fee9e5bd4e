import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { NullableBooleanInput, SearchInput, SelectInput } from 'react-admin';
import { Column } from '../../parts/Column';
import { ListPage } from '../../parts/ListPage';
import { RecordLink } from '../../parts/RecordLink';
import { useChoices, useEnumWord } from '../../parts/words';
import { ActiveChip } from './ActiveChip';
import { fullName, roles, type User } from './personName';

export function UserList() {
  const t = useT();
  const formats = useFormats();
  const word = useEnumWord();
  const instant = (at: string | undefined) => at && formats.instant(at, 'numeric');
  const state = (active: boolean) => t(active ? 'admin.user.active' : 'admin.user.blocked');
  const filters = [
    <SearchInput key="q" source="q" alwaysOn />,
    <SelectInput key="role" source="role" choices={useChoices('Role', roles)} alwaysOn />,
    <NullableBooleanInput
      key="active"
      source="active"
      trueLabel={t('admin.user.active')}
      falseLabel={t('admin.user.blocked')}
      alwaysOn
    />,
    <NullableBooleanInput key="initialized" source="initialized" />,
  ];
  return (
    <ListPage<User>
      filters={filters}
      sort={{ field: 'email', order: 'ASC' }}
      exported={[
        { source: 'email' },
        { source: 'firstname' },
        { source: 'lastname' },
        { source: 'structure' },
        { source: 'role', text: (row) => word('Role', row.role) },
        { source: 'active', text: (row) => state(row.active) },
        { source: 'createdAt', text: (row) => instant(row.createdAt) },
        { source: 'lastLoginAt', text: (row) => instant(row.lastLoginAt) },
        { source: 'id' },
      ]}
    >
      <Column<User>
        source="email"
        sortable
        render={(row) => (
          <RecordLink id={row.id} type="edit">
            {row.email}
          </RecordLink>
        )}
      />
      <Column<User> source="lastname" sortable hideBelow="md" render={fullName} />
      <Column<User> source="structure" sortable hideBelow="lg" />
      <Column<User> source="role" sortable render={(row) => word('Role', row.role)} />
      <Column<User> source="active" sortable hideBelow="sm" render={(row) => <ActiveChip active={row.active} />} />
      <Column<User>
        source="lastLoginAt"
        sortable
        hideBelow="md"
        render={(row) => (row.lastLoginAt ? formats.instant(row.lastLoginAt) : t('admin.user.neverSeen'))}
      />
    </ListPage>
  );
}
