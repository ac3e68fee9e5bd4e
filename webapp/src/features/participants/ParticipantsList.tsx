import DeleteForeverOutlined from '@mui/icons-material/DeleteForeverOutlined';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useHides, useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import type { ViewState } from '../../design/ChartCard';
import { EntityList } from '../../design/EntityList';
import { FilterChips } from '../../design/FilterChips';
import { ColumnsButton } from './columns/ColumnsButton';
import { asChosen, idsOnScreen } from './columns/chosen';
import { useObserverColumns, useParticipantColumns } from './columns/participantColumns';
import { useChosenColumns } from './queriesColumns';
import { type Group, isRemovable, type Row } from './rows';
import type { View } from './useView';

const DeleteSitesDialog = lazy(async () => ({
  default: (await import('./sheet/DeleteSitesDialog')).DeleteSitesDialog,
}));

const idOf = ({ id }: Row) => id;
const nameOf = ({ name }: Row) => name;
/** So many one call removes. */
const atOnce = 100;

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
  const operation = useOperation();
  const identifier = t(`participants.identifier.${operation.siteIdentifier}`);
  const declares = contacts && (view.group === 'declare' || (counts?.declare ?? 0) > 0);
  const groups: Group[] = [
    ...(['all', 'consumers', 'producers'] as const),
    ...(contacts ? (['observers'] as const) : []),
    ...(declares ? (['declare'] as const) : []),
  ];
  const hides = useHides();
  const owned = rows.some((row) => row.kind === 'site' && (row.site.externalId || row.site.tags?.length));
  const all = useParticipantColumns(contacts, owned && !hides('OWN_REFERENCES'));
  const { chosen, available } = useChosenColumns();
  const columns = useMemo(() => asChosen(all, chosen), [all, chosen]);
  const shown = idsOnScreen(columns);
  const offered = available.flatMap((id) => {
    const column = all.find((one) => one.id === id);
    return column ? [{ id, header: column.header }] : [];
  });
  const observerColumns = useObserverColumns();
  const can = useCan();
  const looks = can('participantDetails:view');
  const [ids, setIds] = useState<string[]>([]);
  const [deleting, setDeleting] = useState<Row[]>();
  const { show } = view;
  const look = useCallback(({ id }: Row) => show(id), [show]);
  const observersOnly = view.group === 'observers';
  // Where nobody can be removed nothing is chosen.
  const removes = can('participant:delete') && rows.some((row) => row.kind === 'site' && isRemovable(row.site));
  return (
    <>
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
        // Where the folder is not shown the rows stay in the server's order, which is the same.
        {...(observersOnly || shown.includes('folder')
          ? { defaultSort: { id: observersOnly ? 'name' : 'folder' } }
          : {})}
        toolbar={
          !observersOnly &&
          offered.length > 0 && (
            <ColumnsButton
              offered={offered}
              shown={shown}
              kept={chosen.filter((id) => !all.some((one) => one.id === id))}
              chosen={chosen.length > 0}
            />
          )
        }
        state={state}
        chosen={chosen.length > 0 && !observersOnly}
        narrowed={view.address.search !== ''}
        none={none}
        bulk={
          removes && !observersOnly
            ? {
                ids,
                onChange: setIds,
                actions: (chosen) => (
                  <Button
                    variant="outlined"
                    color="error"
                    startIcon={<DeleteForeverOutlined />}
                    disabled={!chosen.some(isSite) || chosen.length > atOnce}
                    onClick={() => setDeleting(chosen.filter(isSite))}
                  >
                    {t('participants.delete.action')}
                  </Button>
                ),
              }
            : undefined
        }
      />
      {deleting && (
        <Suspense fallback={null}>
          <DeleteSitesDialog
            sites={deleting}
            operationId={operation.id}
            onClose={() => setDeleting(undefined)}
            onDeleted={(gone) => setIds((before) => before.filter((id) => !gone.includes(id)))}
          />
        </Suspense>
      )}
    </>
  );
}
