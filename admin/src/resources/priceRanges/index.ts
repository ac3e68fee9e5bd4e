import EuroOutlined from '@mui/icons-material/EuroOutlined';
import type { ResourceProps } from 'react-admin';
import { PriceRangeCreate, PriceRangeEdit } from './PriceRangeForms';
import { PriceRangeList } from './PriceRangeList';

export const priceRanges: ResourceProps = {
  name: 'price-ranges',
  icon: EuroOutlined,
  list: PriceRangeList,
  create: PriceRangeCreate,
  edit: PriceRangeEdit,
};
