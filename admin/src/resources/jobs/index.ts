import PendingActionsOutlined from '@mui/icons-material/PendingActionsOutlined';
import type { ResourceProps } from 'react-admin';
import { JobList } from './JobList';
import { JobShow } from './JobShow';

export const jobs: ResourceProps = {
  name: 'jobs',
  icon: PendingActionsOutlined,
  list: JobList,
  show: JobShow,
  recordRepresentation: 'kind',
};
