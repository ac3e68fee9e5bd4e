import OutboxOutlined from '@mui/icons-material/OutboxOutlined';
import type { ResourceProps } from 'react-admin';
import { MessageList } from './MessageList';
import { MessageShow } from './MessageShow';

export const outbox: ResourceProps = {
  name: 'outbox',
  icon: OutboxOutlined,
  list: MessageList,
  show: MessageShow,
  recordRepresentation: 'subject',
};
