import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Chip from '@mui/material/Chip';
import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import { useT } from '@openpmo/ui/i18n/context';

type Tone = 'neutral' | 'info' | 'pending' | 'success' | 'warning' | 'error' | 'draft' | 'void';

const icons = {
  neutral: InfoOutlined,
  info: InfoOutlined,
  pending: ScheduleOutlined,
  success: CheckCircleOutlined,
  warning: WarningAmberOutlined,
  error: ErrorOutlined,
  draft: EditOutlined,
  void: BlockOutlined,
};

const colours = {
  neutral: 'default',
  info: 'info',
  pending: 'info',
  success: 'success',
  warning: 'warning',
  error: 'error',
  draft: 'default',
  void: 'default',
} as const;

/** How each status of the contract looks; its words are those of the enum catalogue. */
const tones = {
  FolderStatus: {
    creating: 'pending',
    processing: 'pending',
    up: 'success',
    deleting: 'warning',
    deleted: 'void',
    error: 'error',
  },
  AccountStatus: { NONE: 'neutral', INACTIVE: 'warning', ACTIVE: 'success', ERROR: 'error' },
  InvoiceStatus: { DRAFT: 'draft', FINALIZED: 'info', NOT_CHARGED: 'neutral', CANCELLED: 'void' },
  PaymentStatus: { PENDING: 'pending', SUCCEEDED: 'success', FAILED: 'error' },
  RunItemStatus: { PENDING: 'pending', SUCCESS: 'success', FAILURE: 'error' },
  AllocationConfigStatus: { DRAFT: 'draft', SCHEDULED: 'pending', IN_FORCE: 'success', SUPERSEDED: 'neutral' },
  DeliveryStatus: { QUEUED: 'pending', SENT: 'success', REJECTED: 'error', FAILED: 'error' },
  CoefficientStatus: {
    PREPARED: 'draft',
    SENT: 'pending',
    ACKNOWLEDGED: 'info',
    REFUSED: 'error',
    APPLIED: 'success',
    SUPERSEDED: 'void',
  },
} satisfies Record<string, Record<string, Tone>>;

type Kind = keyof typeof tones;

export type StatusChipProps = { [K in Kind]: { kind: K; status: keyof (typeof tones)[K] & string } }[Kind];

/** Icon, words and colour of a status. */
export function StatusChip({ kind, status }: StatusChipProps) {
  const t = useT();
  const tone = (tones[kind] as Record<string, Tone>)[status] ?? 'neutral';
  const Icon = icons[tone];
  return (
    <Chip
      size="small"
      variant="outlined"
      color={colours[tone]}
      icon={<Icon aria-hidden />}
      label={t(`enums.${kind}.${status}` as MessageKey)}
      sx={tone === 'void' ? { textDecoration: 'line-through' } : undefined}
    />
  );
}
