import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Chip from '@mui/material/Chip';

const looks = {
  neutral: { Icon: InfoOutlined, color: 'default' },
  pending: { Icon: ScheduleOutlined, color: 'info' },
  success: { Icon: CheckCircleOutlined, color: 'success' },
  warning: { Icon: WarningAmberOutlined, color: 'warning' },
  error: { Icon: ErrorOutlined, color: 'error' },
  void: { Icon: BlockOutlined, color: 'default' },
} as const;

export type Tone = keyof typeof looks;

/** Icon, words and colour of a state. */
export function StateChip({ tone, label }: { tone: Tone; label: string }) {
  const { Icon, color } = looks[tone];
  return <Chip size="small" variant="outlined" color={color} icon={<Icon aria-hidden />} label={label} />;
}
