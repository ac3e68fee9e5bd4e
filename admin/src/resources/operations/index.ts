import SolarPowerOutlined from '@mui/icons-material/SolarPowerOutlined';
import type { ResourceProps } from 'react-admin';
import { OperationCreate } from './OperationCreate';
import { OperationEdit } from './OperationEdit';
import { OperationList } from './OperationList';

export const operations: ResourceProps = {
  name: 'operations',
  icon: SolarPowerOutlined,
  list: OperationList,
  create: OperationCreate,
  edit: OperationEdit,
  recordRepresentation: 'name',
};
