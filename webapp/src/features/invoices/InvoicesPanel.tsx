import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { BulkBar } from '../../design/BulkBar';
import { DataTable } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { SearchField } from '../../design/SearchField';
import { PublishDialog } from '../billRuns/PublishDialog';
import { totalsOf } from '../billRuns/runs';
import { DeleteDraftsDialog } from './DeleteDraftsDialog';
import type { Tab } from './invoices';
import { type Invoice, useInvoices, useIssuers } from './queries';
import { RowActions } from './RowActions';
import { useInvoiceColumns, useInvoiceName } from './useInvoiceColumns';

interface InvoicesPanelProps {
  tab: Tab;
  /** What to do where there is nothing yet. */
  empty: ReactNode;
  onOpen: (id: string) => void;
}

/** The invoices of a tab: search, issuer, boxes on drafts, and what to do with those that are chosen. */
export function InvoicesPanel({ tab, empty, onOpen }: InvoicesPanelProps) {
  const t = useT();
  const { id: operationId } = useOperation();
  const [search, setSearch] = useState('');
  const [issuer, setIssuer] = useState('');
  const query = useDeferredValue(search.trim());
  const list = useInvoices(operationId, { tab, search: query, billingEntityId: issuer || undefined });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const name = useInvoiceName();
  const { data: issuers = [] } = useIssuers(operationId);
  const columns = useInvoiceColumns(tab, issuers.length, onOpen);
  const selection = useDraftSelection(tab, rows);
  const filtered = query !== '' || issuer !== '';
  return (
    <>
      <Card>
        <Filters {...{ search, issuer, issuers }} onSearch={setSearch} onIssuer={setIssuer} />
        {list.isPlaceholderData && <LinearProgress aria-label={t('shell.loading')} />}
        <DataTable
          caption={t(`invoices.tab.${tab}`)}
          rows={rows}
          columns={columns}
          rowId={({ id }) => id}
          rowName={name}
          state={list}
          {...(selection.ids ? { selection: { ids: selection.ids, onChange: selection.setIds } } : {})}
          actions={(row) => <RowActions invoice={row} onPublish={selection.publish} onDelete={selection.remove} />}
          empty={
            filtered ? (
              <EmptyState
                kind="noMatch"
                onClear={() => {
                  setSearch('');
                  setIssuer('');
                }}
              />
            ) : (
              <EmptyState
                kind="none"
                title={t(`invoices.empty.${tab}`)}
                advice={t(`invoices.emptyAdvice.${tab}`)}
                action={empty}
              />
            )
          }
        />
        {list.hasNextPage && (
          <Button
            fullWidth
            onClick={() => list.fetchNextPage()}
            loading={list.isFetchingNextPage}
            sx={{ borderRadius: 0 }}
          >
            {t('invoices.more', { shown: rows.length, total: list.data?.pages[0]?.total ?? rows.length })}
          </Button>
        )}
      </Card>
      <DraftBar {...selection} />
    </>
  );
}

type Selection = ReturnType<typeof useDraftSelection>;

/** Boxes on drafts, for those who may publish or delete; what the dialogs work on. */
function useDraftSelection(tab: Tab, rows: readonly Invoice[]) {
  const can = useCan();
  const [ids, setIds] = useState<string[]>([]);
  const [publishing, publish] = useState<readonly Invoice[]>();
  const [removing, remove] = useState<readonly Invoice[]>();
  const allowed = tab === 'drafts' && (can('invoice:publish') || can('invoice:delete'));
  const chosen = rows.filter(({ id }) => ids.includes(id));
  return { ids: allowed ? ids : undefined, setIds, chosen, publishing, publish, removing, remove };
}

/** Acts on the chosen drafts, with their total. */
function DraftBar({ chosen, setIds, publishing, publish, removing, remove }: Selection) {
  const t = useT();
  const formats = useFormats();
  const can = useCan();
  return (
    <>
      <BulkBar
        count={chosen.length}
        onClear={() => setIds([])}
        summary={t('invoices.selectedTotal', { amount: formats.money(totalsOf(chosen).amountCents) })}
      >
        {can('invoice:delete') && (
          <Button color="error" variant="outlined" onClick={() => remove(chosen)}>
            {t('invoices.delete')}
          </Button>
        )}
        {can('invoice:publish') && (
          <Button variant="contained" onClick={() => publish(chosen)}>
            {t('invoices.publish')}
          </Button>
        )}
      </BulkBar>
      {publishing && (
        <PublishDialog drafts={publishing} onClose={() => publish(undefined)} onPublished={() => setIds([])} />
      )}
      {removing && (
        <DeleteDraftsDialog drafts={removing} onClose={() => remove(undefined)} onDeleted={() => setIds([])} />
      )}
    </>
  );
}

interface FiltersProps {
  issuers: readonly { id: string; name: string }[];
  search: string;
  issuer: string;
  onSearch: (search: string) => void;
  onIssuer: (issuer: string) => void;
}

function Filters({ issuers, search, issuer, onSearch, onIssuer }: FiltersProps) {
  const t = useT();
  return (
    <Stack direction="row" className="no-print" sx={{ p: 1.5, gap: 1, flexWrap: 'wrap' }}>
      <SearchField label={t('invoices.search')} value={search} onChange={onSearch} />
      {issuers.length > 1 && (
        <TextField
          select
          label={t('invoices.column.issuer')}
          value={issuer}
          onChange={(event) => onIssuer(event.target.value)}
          sx={{ maxWidth: 280, flex: '1 1 180px' }}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t('invoices.allIssuers')}</MenuItem>
          {issuers.map((one) => (
            <MenuItem key={one.id} value={one.id}>
              {one.name}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Stack>
  );
}
