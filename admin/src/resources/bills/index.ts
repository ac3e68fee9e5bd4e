import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import RequestQuoteOutlined from '@mui/icons-material/RequestQuoteOutlined';
import type { ResourceProps } from 'react-admin';
import { BillEdit } from './BillEdit';
import { BillList } from './BillList';

/** Bills of the old engine, by who is billed: two resources of one path. */
export const participantBills: ResourceProps = {
  name: 'participant-bills',
  icon: ReceiptLongOutlined,
  list: BillList,
  edit: BillEdit,
};
export const producerBills: ResourceProps = {
  name: 'producer-bills',
  icon: RequestQuoteOutlined,
  list: BillList,
  edit: BillEdit,
};
