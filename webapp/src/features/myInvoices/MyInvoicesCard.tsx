import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useId, useState } from 'react';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { InvoiceRow } from './InvoiceRow';
import { cardId, type OwnInvoice, type OwnParticipant, shownAtFirst } from './ownInvoices';
import { useAllInvoices, useRecentInvoices, useSites } from './queries';

/** How many more each press shows of a long list. */
const step = 100;

/**
 * The published invoices of the person's sites, in one operation or in all: a consumer's
 * are those it received, a producer's those it issued (specification section 6). Nothing is shown
 * where no operation of them has billing.
 */
export function MyInvoicesCard({ operationId }: { operationId?: string | undefined }) {
  const sites = useSites(operationId);
  if (sites.isError) {
    return (
      <Frame>
        <ErrorPanel error={sites.error} onRetry={() => sites.refetch()} />
      </Frame>
    );
  }
  return sites.data?.length ? <SitesCard key={operationId} sites={sites.data} /> : null;
}

function SitesCard({ sites }: { sites: readonly OwnParticipant[] }) {
  const t = useT();
  const listId = useId();
  const [shown, setShown] = useState(shownAtFirst);
  const open = shown > shownAtFirst;
  const recent = useRecentInvoices(sites);
  const all = useAllInvoices(sites, open);
  if (recent.isPending) return null;
  if (recent.isError) {
    return (
      <Frame>
        <ErrorPanel error={recent.error} onRetry={() => recent.refetch()} />
      </Frame>
    );
  }
  const { rows } = all.data ?? recent.data;
  const more = recent.data.more || recent.data.rows.length > shownAtFirst;
  const toggle = more && (
    <Button
      size="small"
      className="no-print"
      sx={{ mr: -1 }}
      aria-expanded={open}
      aria-controls={listId}
      onClick={() => setShown(open ? shownAtFirst : step)}
    >
      {t(open ? 'myInvoices.fewer' : 'myInvoices.all')}
    </Button>
  );
  return (
    <Frame action={toggle}>
      {rows.length === 0 ? (
        <EmptyState kind="none" title={t('myInvoices.empty')} advice={t('myInvoices.emptyAdvice')} />
      ) : (
        <InvoiceList id={listId} rows={rows.slice(0, shown)} />
      )}
      {open && all.isLoading && <RowsSkeleton rows={2} />}
      {open && all.isError && <ErrorPanel error={all.error} onRetry={() => all.refetch()} />}
      {open && rows.length > shown && (
        <Button fullWidth className="no-print" sx={{ mt: 1 }} onClick={() => setShown(shown + step)}>
          {t('myInvoices.more', { shown, total: rows.length })}
        </Button>
      )}
    </Frame>
  );
}

function Frame({ action, children }: { action?: ReactNode; children: ReactNode }) {
  const t = useT();
  const id = useId();
  return (
    <Card component="section" id={cardId} aria-labelledby={id} className="print-whole" sx={{ p: 2, minWidth: 0 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', minHeight: 32, mb: 0.5 }}>
        <Typography id={id} variant="h2" sx={{ mr: 'auto' }}>
          {t('myInvoices.title')}
        </Typography>
        {action}
      </Stack>
      {children}
    </Card>
  );
}

function InvoiceList({ id, rows }: { id: string; rows: readonly OwnInvoice[] }) {
  const operations = new Set(rows.map(({ operation }) => operation));
  return (
    <Stack component="ul" id={id} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((own) => (
        <InvoiceRow key={own.invoice.id} own={own} namesOperation={operations.size > 1} />
      ))}
    </Stack>
  );
}
