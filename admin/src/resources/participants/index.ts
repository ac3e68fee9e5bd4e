import HomeWorkOutlined from '@mui/icons-material/HomeWorkOutlined';
import type { ResourceProps } from 'react-admin';
import { ParticipantList } from './ParticipantList';
import { ParticipantShow } from './ParticipantShow';

export const participants: ResourceProps = {
  name: 'participants',
  icon: HomeWorkOutlined,
  list: ParticipantList,
  show: ParticipantShow,
  recordRepresentation: 'name',
};
