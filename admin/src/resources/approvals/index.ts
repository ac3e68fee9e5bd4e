import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import type { ResourceProps } from 'react-admin';
import { ApprovalList } from './ApprovalList';

export const approvals: ResourceProps = { name: 'cgu-approvals', icon: FactCheckOutlined, list: ApprovalList };
