import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useMemo } from 'react';
import type { ViewState } from '../../design/ChartCard';
import { EmptyState } from '../../design/EmptyState';
import { EntityList } from '../../design/EntityList';
import { matching } from '../../design/search';
import type { Column } from '../../design/tableProps';
import { useListAddress } from '../../design/useListAddress';
import { Outcome } from './Outcome';
import type { MessageSummary } from './queries';

interface MessagesListProps {
  state: ViewState;
  rows: readonly MessageSummary[];
  onShow: (messageId: string) => void;
  /** The button that begins a message. */
  write: ReactNode;
}

/** What was sent, newest first. */
export function MessagesList({ state, rows, onShow, write }: MessagesListProps) {
  const t = useT();
  const address = useListAddress();
  const columns = useColumns(onShow);
  const found = matching(rows, address.search, ({ subject, author }) => `${subject} ${author}`);
  return (
    <EntityList
      address={address}
      searchLabel={t('communication.search')}
      caption={t('communication.title')}
      all={rows}
      rows={found}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ subject }) => subject}
      defaultSort={{ id: 'sentAt', desc: true }}
      state={state}
      none={
        <EmptyState
          kind="none"
          title={t('communication.empty.title')}
          advice={t('communication.empty.advice')}
          action={write}
        />
      }
    />
  );
}

function useColumns(onShow: (messageId: string) => void): Column<MessageSummary>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'subject',
        header: t('communication.column.subject'),
        width: 'minmax(200px, 3fr)',
        card: 'title',
        cell: (row) => (
          <MuiLink
            component="button"
            type="button"
            onClick={() => onShow(row.id)}
            sx={{ textAlign: 'left', overflowWrap: 'anywhere', minHeight: 24 }}
          >
            {row.subject}
          </MuiLink>
        ),
        sortValue: ({ subject }) => subject,
        file: { as: 'text', of: ({ subject }) => subject },
      },
      {
        id: 'sentAt',
        header: t('communication.column.sentAt'),
        width: '168px',
        cell: ({ sentAt }) => formats.instant(sentAt),
        sortValue: ({ sentAt }) => sentAt,
        file: { as: 'text', of: ({ sentAt }) => formats.instant(sentAt) },
      },
      {
        id: 'author',
        header: t('communication.column.author'),
        hideBelow: 'lg',
        cell: ({ author }) => author,
        sortValue: ({ author }) => author,
        file: { as: 'text', of: ({ author }) => author },
      },
      {
        id: 'attachments',
        header: t('communication.column.attachments'),
        width: '132px',
        align: 'right',
        hideBelow: 'md',
        cell: ({ attachmentsNumber: n }) =>
          n > 0 ? (
            n
          ) : (
            <Typography component="span" color="textSecondary" aria-label={t('communication.noFile')} role="img">
              –
            </Typography>
          ),
        sortValue: ({ attachmentsNumber }) => attachmentsNumber,
        file: { as: 'number', of: ({ attachmentsNumber }) => attachmentsNumber },
      },
      {
        id: 'outcome',
        header: t('communication.column.outcome'),
        width: 'minmax(220px, 2fr)',
        card: 'fact',
        cell: ({ counts }) => <Outcome counts={counts} />,
        file: { as: 'number', of: ({ counts }) => counts.sent },
      },
    ],
    [t, formats, onShow],
  );
}
