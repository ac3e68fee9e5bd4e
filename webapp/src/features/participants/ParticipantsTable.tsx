import { useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import type { ViewState } from '../../design/ChartCard';
import { DataTable } from '../../design/DataTable';
import { useObserverColumns, useParticipantColumns } from './participantColumns';
import type { Row } from './rows';

interface ParticipantsTableProps {
  rows: readonly Row[];
  state: ViewState;
  /** Whether e-mail and telephone may be read. */
  contacts: boolean;
  /** Observers have no site: fewer columns. */
  observersOnly: boolean;
  empty: ReactNode;
}

export function ParticipantsTable({ rows, state, contacts, observersOnly, empty }: ParticipantsTableProps) {
  const t = useT();
  const columns = useParticipantColumns(contacts);
  const observerColumns = useObserverColumns();
  return (
    <DataTable
      key={observersOnly ? 'observers' : 'sites'}
      caption={t('participants.table.caption')}
      rows={rows}
      columns={observersOnly ? observerColumns : columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      defaultSort={{ id: observersOnly ? 'name' : 'folder' }}
      state={state}
      empty={empty}
    />
  );
}
