import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { BulkBar } from '../../design/BulkBar';
import { Can } from '../../design/Can';
import { DataTable } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { FilterChips } from '../../design/FilterChips';
import { RowMenu } from '../../design/RowMenu';
import { SearchField } from '../../design/SearchField';
import { matching } from '../../design/search';
import { DeleteDialog } from './DeleteDialog';
import { type Subscription, useSubscriptions } from './queries';
import type { SubscribeDraft } from './SubscribeDialog';
import { invoicedUntil, type State, stateOf, states } from './subscriptions';
import { Unsubscribed } from './Unsubscribed';
import { usePairName, useSubscriptionColumns } from './useSubscriptionColumns';

// The form and its rules are loaded when it is opened.
const SubscribeDialog = lazy(() => import('./SubscribeDialog').then((part) => ({ default: part.SubscribeDialog })));

type Filter = State | 'all';

/** Every subscription of the operation: which pair, which plan, from when to when, invoiced until when. */
export function SubscriptionsPanel() {
  const t = useT();
  const can = useCan();
  const { id: operationId } = useOperation();
  const list = useSubscriptions(operationId);
  const { filter, setFilter, search, setSearch, shown, counts, clear } = useShown(list.data);
  const [ids, setIds] = useState<string[]>([]);
  const [draft, setDraft] = useState<SubscribeDraft>();
  const [deleting, setDeleting] = useState<Subscription>();
  const columns = useSubscriptionColumns();
  const pairName = usePairName();
  const all = list.data ?? [];
  const chosen = all.filter(({ id }) => ids.includes(id));
  const subscribe = (
    <Can permission="subscription:create">
      <Button variant="contained" startIcon={<Add />} onClick={() => setDraft({ kind: 'new', consumerIds: [] })}>
        {t('subscriptions.subscribe')}
      </Button>
    </Can>
  );
  return (
    <>
      <Unsubscribed subscriptions={list.data} onSubscribe={(consumerIds) => setDraft({ kind: 'new', consumerIds })} />
      <Card>
        {all.length > 0 && (
          <Stack direction="row" className="no-print" sx={{ p: 1.5, gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <SearchField label={t('subscriptions.search')} value={search} onChange={setSearch} />
            <FilterChips
              label={t('subscriptions.filter')}
              options={(['all', ...states] as const).map((value) => ({
                value,
                label: t(`subscriptions.filter.${value}`),
                ...(counts ? { count: counts[value] } : {}),
              }))}
              value={filter}
              onChange={setFilter}
            />
            <Stack sx={{ ml: 'auto' }}>{subscribe}</Stack>
          </Stack>
        )}
        <DataTable
          caption={t('subscriptions.caption')}
          rows={shown}
          columns={columns}
          rowId={({ id }) => id}
          rowName={pairName}
          defaultSort={{ id: 'consumer' }}
          state={list}
          {...(can('subscription:create') ? { selection: { ids, onChange: setIds } } : {})}
          {...(can('subscription:delete')
            ? {
                actions: (row: Subscription) => (
                  <Actions
                    row={row}
                    all={all}
                    name={pairName(row)}
                    onChange={() => setDraft({ kind: 'pairs', of: [row] })}
                    onDelete={() => setDeleting(row)}
                  />
                ),
              }
            : {})}
          empty={
            all.length === 0 ? (
              <EmptyState
                kind="none"
                title={t('subscriptions.empty.title')}
                advice={t('subscriptions.empty.advice')}
                action={subscribe}
              />
            ) : (
              <EmptyState kind="noMatch" onClear={clear} />
            )
          }
        />
      </Card>
      <BulkBar count={chosen.length} onClear={() => setIds([])}>
        <Button variant="contained" onClick={() => setDraft({ kind: 'pairs', of: chosen })}>
          {t('subscriptions.changePlan')}
        </Button>
      </BulkBar>
      <Suspense fallback={null}>
        {draft && (
          <SubscribeDialog
            draft={draft}
            subscriptions={all}
            onClose={() => setDraft(undefined)}
            onSubscribed={() => {
              setDraft(undefined);
              setIds([]);
            }}
          />
        )}
      </Suspense>
      {deleting && <DeleteDialog one={deleting} all={all} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

/** The rows that search and filter leave, with the number of each state. */
function useShown(list: readonly Subscription[] | undefined) {
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  const found = useMemo(
    () => list && matching(list, search, (one) => `${one.consumerName} ${one.producerName ?? ''} ${one.plan.name}`),
    [list, search],
  );
  const shown = useMemo(
    () => (found ?? []).filter((one) => filter === 'all' || stateOf(one) === filter),
    [found, filter],
  );
  const counts = found && {
    all: found.length,
    active: found.filter((one) => stateOf(one) === 'active').length,
    upcoming: found.filter((one) => stateOf(one) === 'upcoming').length,
    ended: found.filter((one) => stateOf(one) === 'ended').length,
  };
  const clear = () => {
    setFilter('all');
    setSearch('');
  };
  return { filter, setFilter, search, setSearch, shown, counts, clear };
}

interface ActionsProps {
  row: Subscription;
  all: readonly Subscription[];
  name: string;
  onChange: () => void;
  onDelete: () => void;
}

/** A subscription that is on an invoice cannot be deleted: the menu says since when. */
function Actions({ row, all, name, onChange, onDelete }: ActionsProps) {
  const t = useT();
  const formats = useFormats();
  const invoiced = invoicedUntil(row, all);
  return (
    <RowMenu
      name={name}
      actions={[
        { label: t('subscriptions.changePlan'), onClick: onChange },
        {
          label: t('subscriptions.delete'),
          onClick: onDelete,
          destructive: true,
          refused: invoiced && t('subscriptions.notDeletable', { date: formats.day(invoiced) }),
        },
      ]}
    />
  );
}
