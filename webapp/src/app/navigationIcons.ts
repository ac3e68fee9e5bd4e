import type { SvgIconComponent } from '@mui/icons-material';
import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import BoltOutlined from '@mui/icons-material/BoltOutlined';
import BusinessOutlined from '@mui/icons-material/BusinessOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import EventAvailableOutlined from '@mui/icons-material/EventAvailableOutlined';
import FolderOutlined from '@mui/icons-material/FolderOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import Insights from '@mui/icons-material/Insights';
import LocalOfferOutlined from '@mui/icons-material/LocalOfferOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import PlayCircleOutlined from '@mui/icons-material/PlayCircleOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import RequestQuoteOutlined from '@mui/icons-material/RequestQuoteOutlined';
import SavingsOutlined from '@mui/icons-material/SavingsOutlined';
import SendOutlined from '@mui/icons-material/SendOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import ShareOutlined from '@mui/icons-material/ShareOutlined';
import ShowChart from '@mui/icons-material/ShowChart';
import StyleOutlined from '@mui/icons-material/StyleOutlined';
import TrendingDown from '@mui/icons-material/TrendingDown';
import TrendingUp from '@mui/icons-material/TrendingUp';
import Tune from '@mui/icons-material/Tune';
import type { OwnKey } from './navigation';

/** The picture of each menu entry, by key. */
export const navigationIcons: Partial<Record<string, SvgIconComponent>> = {
  month: EventAvailableOutlined,
  alerts: NotificationsOutlined,
  curves: ShowChart,
  dashboard: Insights,
  production: Tune,
  distribution: ShareOutlined,
  participants: PeopleOutlined,
  documents: FolderOutlined,
  exports: DownloadOutlined,
  operation: BusinessOutlined,
  billingParticipants: PeopleOutlined,
  billingConfigs: SettingsOutlined,
  plans: LocalOfferOutlined,
  subscriptions: StyleOutlined,
  payment: AccountBalanceOutlined,
  invoicesRun: PlayCircleOutlined,
  accounting: MenuBookOutlined,
  einvoicing: SendOutlined,
  receivables: HourglassEmpty,
  statements: RequestQuoteOutlined,
  invoices: ReceiptLongOutlined,
  editedInvoices: ReceiptLongOutlined,
  billCheck: SavingsOutlined,
  expense: TrendingDown,
  income: TrendingUp,
  monitoring: Insights,
  communication: MailOutlined,
};

/** The picture of each entry of a participant's menu. */
export const ownIcons: Record<OwnKey, SvgIconComponent> = {
  energy: BoltOutlined,
  invoices: ReceiptLongOutlined,
  documents: FolderOutlined,
  data: Insights,
  account: PersonOutlined,
};
