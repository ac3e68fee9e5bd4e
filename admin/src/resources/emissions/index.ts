import Co2Outlined from '@mui/icons-material/Co2Outlined';
import type { ResourceProps } from 'react-admin';
import { EmissionCreate, EmissionEdit } from './EmissionForms';
import { EmissionList } from './EmissionList';

export const emissions: ResourceProps = {
  name: 'emission-factors',
  icon: Co2Outlined,
  list: EmissionList,
  create: EmissionCreate,
  edit: EmissionEdit,
};
