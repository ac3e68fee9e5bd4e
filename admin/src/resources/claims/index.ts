import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import type { ResourceProps } from 'react-admin';
import { ClaimList } from './ClaimList';

export const claims: ResourceProps = { name: 'seller-claims', icon: VerifiedUserOutlined, list: ClaimList };
