import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import { useT } from '@openpmo/ui/i18n/context';
import type { RowIconName } from './RowIcon';
import { Tag, type TagTone } from './Tag';

type Tone = 'neutral' | 'info' | 'pending' | 'success' | 'warning' | 'error' | 'draft' | 'void';

const looks: Record<Tone, { icon: RowIconName; tone: TagTone }> = {
  neutral: { icon: 'info', tone: 'plain' },
  info: { icon: 'info', tone: 'info' },
  pending: { icon: 'pending', tone: 'info' },
  success: { icon: 'success', tone: 'success' },
  warning: { icon: 'warning', tone: 'warning' },
  error: { icon: 'error', tone: 'error' },
  draft: { icon: 'draft', tone: 'plain' },
  void: { icon: 'void', tone: 'plain' },
};

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
  StatementStatus: { DRAFT: 'draft', PUBLISHED: 'info', CANCELLED: 'void' },
  CorrectionState: {
    OPEN: 'warning',
    DECIDED: 'pending',
    RECORDED: 'neutral',
    KEPT: 'neutral',
    DONE: 'success',
    GONE: 'void',
  },
  PaymentStatus: { PENDING: 'pending', SUCCEEDED: 'success', FAILED: 'error' },
  RunItemStatus: { PENDING: 'pending', SUCCESS: 'success', FAILURE: 'error' },
  AllocationConfigStatus: { DRAFT: 'draft', SCHEDULED: 'pending', IN_FORCE: 'success', SUPERSEDED: 'neutral' },
  SiteRequestOutcome: { WAITING: 'pending', DONE: 'success', REFUSED: 'void' },
  Consent: { NONE: 'neutral', GIVEN: 'success', WITHDRAWN: 'void' },
  PaperStatus: { MADE: 'pending', SIGNED: 'success', REFUSED: 'void' },
  InvitationMailStatus: {
    QUEUED: 'pending',
    SENT: 'success',
    WITH_ANOTHER: 'info',
    OBSOLETE: 'void',
    REFUSED: 'error',
    GIVEN_UP: 'error',
  },
  DeliveryStatus: { QUEUED: 'pending', SENT: 'success', REJECTED: 'error', FAILED: 'error' },
  TransmissionState: {
    QUEUED: 'pending',
    DEPOSITED: 'pending',
    ACCEPTED: 'info',
    DELIVERED: 'success',
    REFUSED: 'error',
    WITHDRAWN: 'void',
  },
  EReportingState: {
    OPEN: 'neutral',
    NOTHING: 'neutral',
    DUE: 'warning',
    LATE: 'error',
    UNDER_WAY: 'pending',
    TOLD: 'success',
    REFUSED: 'error',
    CORRECTION: 'warning',
  },
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
  return (
    <Tag {...looks[tone]} struck={tone === 'void'}>
      {t(`enums.${kind}.${status}` as MessageKey)}
    </Tag>
  );
}
