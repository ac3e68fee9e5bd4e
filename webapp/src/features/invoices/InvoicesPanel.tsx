import CancelOutlined from '@mui/icons-material/CancelOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, type ReactNode, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { EmptyState } from '../../design/EmptyState';
import { type Bulk, EntityList } from '../../design/EntityList';
import { later } from '../../design/later';
import { RowMenu } from '../../design/RowMenu';
import { useListAddress } from '../../design/useListAddress';
import { totalsOf } from '../billRuns/runs';
import { AutoDelivery } from './deliveries/AutoDelivery';
import { byHand, onPaper, sendable, usePrint } from './deliveries/queries';
import type { Tab } from './invoices';
import { type Invoice, useInvoices, useInvoiceTotals, useIssuers, useNarrowedTo } from './queries';
import { settleable } from './settlements/amounts';
import { TogetherButton } from './TogetherButton';
import { useInvoiceColumns } from './useInvoiceColumns';
import { useInvoiceName } from './useInvoiceName';
import { useRowActions } from './useRowActions';

// Most visits only read.
const PublishDialog = later(async () => (await import('../billRuns/PublishDialog')).PublishDialog);
const CancelDialog = later(async () => (await import('./CancelDialog')).CancelDialog);
const DeleteDraftsDialog = later(async () => (await import('./DeleteDraftsDialog')).DeleteDraftsDialog);

// Forms are not needed to read.
const SettleDialog = lazy(() =>
  import('./settlements/SettleDialog').then((module) => ({ default: module.SettleDialog })),
);

const SendDialog = lazy(() => import('./deliveries/SendDialog').then((module) => ({ default: module.SendDialog })));
const MarkDialog = lazy(() => import('./deliveries/MarkDialog').then((module) => ({ default: module.MarkDialog })));

/** So many are printed together. */
const printedAtMost = 200;

/** So many are recorded together. */
const settledAtMost = 500;

const idOf = ({ id }: Invoice) => id;

interface InvoicesPanelProps {
  tab: Tab;
  /** What to do where there is nothing yet. */
  empty: ReactNode;
  onOpen: (id: string) => void;
}

/** The invoices of a tab: search, issuer, boxes on drafts, and what to do with those that are chosen. */
export function InvoicesPanel({ tab, empty, onOpen }: InvoicesPanelProps) {
  const t = useT();
  const formats = useFormats();
  const { id: operationId } = useOperation();
  const address = useListAddress(['issuer', 'month', 'client', 'plan']);
  const issuer = address.filter('issuer') ?? '';
  const month = monthIn(address.filter('month'));
  const query = useDeferredValue(address.search.trim());
  const [client, plan] = [address.filter('client'), address.filter('plan')];
  const filter = { search: query, billingEntityId: issuer || undefined, billableEntityId: client, planId: plan, month };
  const list = useInvoices(operationId, { tab, ...filter, inServersOrder: address.sort === undefined });
  const total = useInvoiceTotals(operationId, filter).data?.[tab];
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const name = useInvoiceName();
  const { data: issuers = [] } = useIssuers(operationId);
  const columns = useInvoiceColumns(tab, issuers.length);
  const selection = useSelection(tab);
  const actionsOf = useRowActions(selection);
  const menu = useCallback((row: Invoice) => <RowMenu name={name(row)} actions={actionsOf(row)} />, [name, actionsOf]);
  const look = useCallback(({ id }: Invoice) => onOpen(id), [onOpen]);
  const documents = tab !== 'drafts' && tab !== 'statements';
  return (
    <>
      {(tab === 'toDeliver' || tab === 'published') && <AutoDelivery />}
      <EntityList
        address={address}
        searchLabel={t('invoices.search')}
        filters={
          <>
            <IssuerChoice issuers={issuers} value={issuer} onChange={(id) => address.setFilter('issuer', id)} />
            <MonthChoice value={month} onChange={(value) => address.setFilter('month', value)} />
            <NarrowedTo client={client} plan={plan} onAll={(name) => address.setFilter(name, undefined)} />
          </>
        }
        toolbar={
          documents &&
          !list.isFetching &&
          rows.length > 0 && (
            <>
              <TogetherButton kind="zip" invoices={rows} label={t('invoices.zip.all', { smart_count: rows.length })} />
              <TogetherButton kind="accounting" invoices={rows} label={t('invoices.accounting.all')} />
            </>
          )
        }
        caption={t(`invoices.tab.${tab}`)}
        rows={rows}
        columns={columns}
        rowId={idOf}
        rowName={name}
        totals={
          total && {
            label: t('list.total', { smart_count: total.number }),
            cells: {
              energy: formats.energy(total.energyMilliWh),
              net: formats.money(total.netCents),
              amount: formats.money(total.amountCents),
            },
          }
        }
        state={list}
        refreshing={list.isPlaceholderData}
        bulk={selection.bulk}
        onLook={look}
        actions={menu}
        narrowed={address.narrowed}
        none={
          <EmptyState
            kind="none"
            title={t(`invoices.empty.${tab}`)}
            advice={t(`invoices.emptyAdvice.${tab}`)}
            action={empty}
          />
        }
        more={
          list.hasNextPage &&
          !list.isFetchingNextPage && (
            <Button
              fullWidth
              onClick={() => list.fetchNextPage()}
              loading={list.isFetchingNextPage}
              sx={{ borderRadius: 0 }}
            >
              {t('invoices.more', { shown: rows.length, total: list.data?.pages[0]?.total ?? rows.length })}
            </Button>
          )
        }
      />
      {selection.dialogs}
    </>
  );
}

/**
 * Boxes on drafts, for those who may publish or delete, and on what has documents; the total of those that are
 * chosen, and what the dialogs work on.
 */
function useSelection(tab: Tab) {
  const t = useT();
  const formats = useFormats();
  const can = useCan();
  const [ids, onChange] = useState<string[]>([]);
  const [publishing, publish] = useState<readonly Invoice[]>();
  const [removing, remove] = useState<readonly Invoice[]>();
  const [cancelling, cancel] = useState<readonly Invoice[]>();
  const [settling, settle] = useState<readonly Invoice[]>();
  const [sending, send] = useState<readonly Invoice[]>();
  const [marking, mark] = useState<readonly Invoice[]>();
  const print = usePrint(useOperation().id);
  const drafts = tab === 'drafts';
  const allowed = drafts ? can('invoice:publish') || can('invoice:delete') : tab !== 'statements';
  const bulk: Bulk<Invoice> = {
    ids,
    onChange,
    summary: (chosen) => t('invoices.selectedTotal', { amount: formats.money(totalsOf(chosen).amountCents) }),
    actions: (chosen) => (
      <>
        {!drafts && <TogetherButton kind="zip" invoices={chosen} label={t('invoices.zip.chosen')} />}
        {!drafts && <TogetherButton kind="accounting" invoices={chosen} label={t('invoices.accounting.chosen')} />}
        {!drafts && can('invoice:send') && chosen.some(sendable) && (
          <Button variant="contained" onClick={() => send(chosen)}>
            {t('invoices.send.one')}
          </Button>
        )}
        {!drafts && can('invoice:send') && chosen.some(byHand) && (
          <Button variant="outlined" onClick={() => mark(chosen)}>
            {t('invoices.send.mark')}
          </Button>
        )}
        {!drafts && can('invoice:send') && chosen.every(onPaper) && chosen.length <= printedAtMost && (
          <Button
            variant="outlined"
            loading={print.isPending}
            onClick={() => print.mutate(chosen.map((one) => one.id))}
          >
            {t('invoices.send.print')}
          </Button>
        )}
        {!drafts && can('settlement:create') && chosen.some(settleable) && chosen.length <= settledAtMost && (
          <Button variant="outlined" onClick={() => settle(chosen)}>
            {t('invoices.settle.mark')}
          </Button>
        )}
        {!drafts && can('invoice:cancel') && chosen.some(({ cancellable }) => cancellable) && (
          <Button color="error" variant="outlined" onClick={() => cancel(chosen.filter((one) => one.cancellable))}>
            {t('invoices.cancel.one')}
          </Button>
        )}
        {drafts && can('invoice:delete') && (
          <Button color="error" variant="outlined" onClick={() => remove(chosen)}>
            {t('invoices.delete')}
          </Button>
        )}
        {drafts && can('invoice:publish') && (
          <Button variant="contained" onClick={() => publish(chosen)}>
            {t('invoices.publish')}
          </Button>
        )}
      </>
    ),
  };
  const dialogs = (
    <>
      {publishing && (
        <PublishDialog drafts={publishing} onClose={() => publish(undefined)} onPublished={() => onChange([])} />
      )}
      {removing && (
        <DeleteDraftsDialog drafts={removing} onClose={() => remove(undefined)} onDeleted={() => onChange([])} />
      )}
      {sending && (
        <Suspense fallback={null}>
          <SendDialog invoices={sending} onClose={() => send(undefined)} onSent={() => onChange([])} />
        </Suspense>
      )}
      {marking && (
        <Suspense fallback={null}>
          <MarkDialog invoices={marking} onClose={() => mark(undefined)} onDone={() => onChange([])} />
        </Suspense>
      )}
      {settling && (
        <Suspense fallback={null}>
          <SettleDialog
            invoices={settling}
            kind="PAYMENT"
            onClose={() => settle(undefined)}
            onDone={() => onChange([])}
          />
        </Suspense>
      )}
      {cancelling && (
        <CancelDialog invoices={cancelling} onClose={() => cancel(undefined)} onCancelled={() => onChange([])} />
      )}
    </>
  );
  return { bulk: allowed ? bulk : undefined, dialogs, publish, remove, cancel };
}

interface NarrowedToProps {
  client: string | undefined;
  plan: string | undefined;
  onAll: (name: 'client' | 'plan') => void;
}

/** Of which client or plan the invoices are, where a page of one has led here; each is taken away again. */
function NarrowedTo({ client, plan, onAll }: NarrowedToProps) {
  const t = useT();
  const names = useNarrowedTo(useOperation().id, { ...(client ? { client } : {}), ...(plan ? { plan } : {}) });
  return (['client', 'plan'] as const).map((kind) =>
    names[kind] ? (
      <Chip
        key={kind}
        label={t(`invoices.only.${kind}`, { name: names[kind] })}
        onDelete={() => onAll(kind)}
        deleteIcon={<CancelOutlined aria-label={t('invoices.only.remove', { name: names[kind] })} />}
      />
    ) : null,
  );
}

interface IssuerChoiceProps {
  issuers: readonly { id: string; name: string }[];
  value: string;
  onChange: (id: string) => void;
}

/** Whose invoices are shown, where there are several issuers. */
function IssuerChoice({ issuers, value, onChange }: IssuerChoiceProps) {
  const t = useT();
  if (issuers.length < 2) return null;
  return (
    <TextField
      select
      label={t('invoices.column.issuer')}
      value={issuers.some(({ id }) => id === value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      sx={{ flex: '0 1 170px' }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('invoices.allIssuers')}</MenuItem>
      {issuers.map((one) => (
        <MenuItem key={one.id} value={one.id}>
          {one.name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** So many months back can be chosen; a link may name any. */
const monthsBack = 24;

/** A month of the address, if it is one. */
const monthIn = (text: string | undefined) => (text && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined);

interface MonthChoiceProps {
  value: string | undefined;
  onChange: (month: string | undefined) => void;
}

/** In which month the period of the invoices ends. */
function MonthChoice({ value, onChange }: MonthChoiceProps) {
  const t = useT();
  const formats = useFormats();
  const months = useMemo(() => {
    const now = new Date();
    const recent = Array.from({ length: monthsBack }, (_, back) =>
      new Date(Date.UTC(now.getFullYear(), now.getMonth() - back, 1)).toISOString().slice(0, 7),
    );
    return value && !recent.includes(value) ? [...recent, value].sort().reverse() : recent;
  }, [value]);
  return (
    <TextField
      select
      label={t('invoices.column.period')}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      sx={{ flex: '0 1 150px' }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('invoices.allMonths')}</MenuItem>
      {months.map((month) => (
        <MenuItem key={month} value={month}>
          {formats.day(`${month}-01`, 'month')}
        </MenuItem>
      ))}
    </TextField>
  );
}
