import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useCallback } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import type { ViewState } from '../../design/ChartCard';
import { EntityList } from '../../design/EntityList';
import { FilterChips } from '../../design/FilterChips';
import { useObserverColumns, useParticipantColumns } from './participantColumns';
import type { Group, Row } from './rows';
import type { View } from './useView';

const idOf = ({ id }: Row) => id;
const nameOf = ({ name }: Row) => name;
const isSite = ({ kind }: Row) => kind === 'site';

interface ParticipantsListProps {
  view: View;
  rows: readonly Row[];
  state: ViewState;
  counts: Record<Group, number> | undefined;
  /** Whether e-mail and telephone may be read, and who observes. */
  contacts: boolean;
  /** What to do where there is nobody. */
  none: ReactNode;
}

/** Sites and observers, by type. Observers have no site: fewer columns. */
export function ParticipantsList({ view, rows, state, counts, contacts, none }: ParticipantsListProps) {
  const t = useT();
  const identifier = t(`participants.identifier.${useOperation().siteIdentifier}`);
  const declares = contacts && (view.group === 'declare' || (counts?.declare ?? 0) > 0);
  const groups: Group[] = [
    ...(['all', 'consumers', 'producers'] as const),
    ...(contacts ? (['observers'] as const) : []),
    ...(declares ? (['declare'] as const) : []),
  ];
  const columns = useParticipantColumns(contacts);
  const observerColumns = useObserverColumns();
  const looks = useCan()('participantDetails:view');
  const { show } = view;
  const look = useCallback(({ id }: Row) => show(id), [show]);
  const observersOnly = view.group === 'observers';
  return (
    <EntityList
      address={view.address}
      searchLabel={t('participants.search', { identifier })}
      filters={
        <FilterChips
          label={t('participants.group.label')}
          value={view.group}
          onChange={view.setGroup}
          options={groups.map((value) => ({
            value,
            label:
              value === 'all' || value === 'declare'
                ? t(`participants.group.${value}`)
                : t(`enums.ParticipantGroup.${value}`),
            ...(counts ? { count: counts[value] } : {}),
          }))}
        />
      }
      tableKey={observersOnly ? 'observers' : 'sites'}
      caption={t('participants.table.caption')}
      rows={rows}
      columns={observersOnly ? observerColumns : columns}
      rowId={idOf}
      rowName={nameOf}
      onLook={looks && !observersOnly ? look : undefined}
      canLook={isSite}
      defaultSort={{ id: observersOnly ? 'name' : 'folder' }}
      state={state}
      narrowed={view.address.search !== ''}
      none={none}
    />
  );
}
