import ElectricMeterOutlined from '@mui/icons-material/ElectricMeterOutlined';
import type { ResourceProps } from 'react-admin';
import { RegulatedPriceCreate, RegulatedPriceEdit } from './RegulatedPriceForms';
import { RegulatedPriceList } from './RegulatedPriceList';

export const regulatedPrices: ResourceProps = {
  name: 'trv-prices',
  icon: ElectricMeterOutlined,
  list: RegulatedPriceList,
  create: RegulatedPriceCreate,
  edit: RegulatedPriceEdit,
};
