import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { Can } from '../../design/Can';
import { EmptyState } from '../../design/EmptyState';
import { EntityList } from '../../design/EntityList';
import { FilterChips } from '../../design/FilterChips';
import { RowMenu } from '../../design/RowMenu';
import { RowsSkeleton } from '../../design/Skeletons';
import { matching } from '../../design/search';
import { useListAddress } from '../../design/useListAddress';
import { Setup } from '../setup/Setup';
import { DeleteDialog } from './DeleteDialog';
import { type Subscription, useSubscriptions } from './queries';
import type { SubscribeDraft } from './SubscribeDialog';
import { type State, stateOf, states } from './subscriptions';
import { Unsubscribed } from './Unsubscribed';
import { usePairName, useSubscriptionColumns } from './useSubscriptionColumns';
import { ViewChoice } from './ViewChoice';

// The form and its rules are loaded when it is opened.
const SubscribeDialog = lazy(() => import('./SubscribeDialog').then((part) => ({ default: part.SubscribeDialog })));

const PairDialog = lazy(() => import('../adjustments/PairDialog').then((part) => ({ default: part.PairDialog })));

const MatrixPanel = lazy(() => import('./matrix/MatrixPanel').then((part) => ({ default: part.MatrixPanel })));

type Filter = State | 'all';

/** Every subscription of the operation: which pair, which plan, from when to when, invoiced until when. */
export function SubscriptionsPanel() {
  const t = useT();
  const can = useCan();
  const { id: operationId } = useOperation();
  const list = useSubscriptions(operationId);
  const { address, filter, shown, counts } = useShown(list.data);
  const [ids, setIds] = useState<string[]>([]);
  const [draft, setDraft] = useState<SubscribeDraft>();
  const [deleting, setDeleting] = useState<Subscription>();
  const [adjusting, setAdjusting] = useState<Subscription>();
  const columns = useSubscriptionColumns();
  const pairName = usePairName();
  const all = list.data ?? [];
  const byMatrix = address.filter('view') === 'matrix';
  const views = (
    <ViewChoice
      value={byMatrix ? 'matrix' : 'list'}
      onChange={(view) => address.setFilter('view', view === 'matrix' ? view : undefined)}
    />
  );
  const subscribe = (
    <Can permission="subscription:create">
      <Button variant="contained" startIcon={<Add />} onClick={() => setDraft({ kind: 'new', consumerIds: [] })}>
        {t('subscriptions.subscribe')}
      </Button>
    </Can>
  );
  const none = (
    <>
      <EmptyState
        kind="none"
        title={t('subscriptions.empty.title')}
        advice={t('subscriptions.empty.advice')}
        action={subscribe}
      />
      <Box sx={{ px: 2 }}>
        <Setup />
      </Box>
    </>
  );
  return (
    <>
      <Unsubscribed subscriptions={list.data} onSubscribe={(consumerIds) => setDraft({ kind: 'new', consumerIds })} />
      {byMatrix ? (
        <Suspense fallback={<RowsSkeleton />}>
          <MatrixPanel
            {...{ list, address, views, none }}
            toolbar={subscribe}
            onSubscribe={(of) => setDraft({ kind: 'pairs', of })}
            onChange={(one) => setDraft({ kind: 'pairs', of: [one] })}
          />
        </Suspense>
      ) : (
        <EntityList
          address={address}
          searchLabel={t('subscriptions.search')}
          filters={
            <FilterChips
              label={t('subscriptions.filter')}
              options={(['all', ...states] as const).map((value) => ({
                value,
                label: t(`subscriptions.filter.${value}`),
                ...(counts ? { count: counts[value] } : {}),
              }))}
              value={filter}
              onChange={(value) => address.setFilter('state', value === 'all' ? undefined : value)}
            />
          }
          toolbar={
            <>
              {views}
              {subscribe}
            </>
          }
          caption={t('subscriptions.caption')}
          rows={shown}
          all={all}
          columns={columns}
          rowId={({ id }) => id}
          rowName={pairName}
          defaultSort={{ id: 'consumer' }}
          state={list}
          bulk={
            can('subscription:create')
              ? {
                  ids,
                  onChange: setIds,
                  actions: (chosen) => (
                    <Button variant="contained" onClick={() => setDraft({ kind: 'pairs', of: chosen })}>
                      {t('subscriptions.changePlan')}
                    </Button>
                  ),
                }
              : undefined
          }
          {...(can('subscription:delete')
            ? {
                actions: (row: Subscription) => (
                  <Actions
                    row={row}
                    name={pairName(row)}
                    onChange={() => setDraft({ kind: 'pairs', of: [row] })}
                    onAdjust={() => setAdjusting(row)}
                    onDelete={() => setDeleting(row)}
                  />
                ),
              }
            : {})}
          none={none}
        />
      )}
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
      <Suspense fallback={null}>
        {adjusting?.consumerId && (
          <PairDialog
            subscriptionId={adjusting.id}
            pair={{
              consumerId: adjusting.consumerId,
              ...(adjusting.producerId && { producerId: adjusting.producerId }),
            }}
            name={pairName(adjusting)}
            onClose={() => setAdjusting(undefined)}
          />
        )}
      </Suspense>
      {deleting && <DeleteDialog one={deleting} all={all} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

/** The rows that search and filter leave, with the number of each state. Both stand in the address. */
function useShown(list: readonly Subscription[] | undefined) {
  const address = useListAddress(['state', 'holes']);
  const { search } = address;
  const filter: Filter = states.find((state) => state === address.filter('state')) ?? 'all';
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
  return { address, filter, shown, counts };
}

interface ActionsProps {
  row: Subscription;
  name: string;
  onChange: () => void;
  onAdjust: () => void;
  onDelete: () => void;
}

/** A subscription that is on an invoice cannot be deleted: the menu says since when. */
function Actions({ row, name, onChange, onAdjust, onDelete }: ActionsProps) {
  const t = useT();
  const formats = useFormats();
  const invoiced = row.heldUntil;
  return (
    <RowMenu
      name={name}
      actions={[
        { label: t('subscriptions.changePlan'), onClick: onChange },
        ...(row.consumerId ? [{ label: t('adjustments.menu'), onClick: onAdjust }] : []),
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
