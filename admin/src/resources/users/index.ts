import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import type { ResourceProps } from 'react-admin';
import { personName } from './personName';
import { UserCreate } from './UserCreate';
import { UserEdit } from './UserEdit';
import { UserList } from './UserList';

export const users: ResourceProps = {
  name: 'users',
  icon: PeopleOutlined,
  list: UserList,
  create: UserCreate,
  edit: UserEdit,
  recordRepresentation: personName,
};
