import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../../api/operations';
import { type Column, DataTable } from '../../../design/DataTable';
import { StatusChip } from '../../../design/StatusChip';
import { ThingLink, useOpens } from '../../../design/ThingLink';
import { type Invoice, type InvoicesOf, invoicesRead, useInvoicesOf } from '../queries';
import { Part } from './Part';
import { sumsOf } from './sums';

interface InvoiceListProps {
  of: InvoicesOf;
  /** By which words of its address the list of all invoices has only these. */
  narrowed: Record<string, string>;
  /** The client is the page itself. */
  withoutClient?: boolean;
}

const shownAtMost = 6;

/** The last invoices of a site or a party, what they come to, and the way to all of them. */
export function InvoiceList({ of, narrowed, withoutClient = false }: InvoiceListProps) {
  const t = useT();
  const formats = useFormats();
  const { id: operationId } = useOperation();
  const opens = useOpens()('invoice');
  const list = useInvoicesOf(operationId, of, opens);
  const columns = useColumns(withoutClient);
  if (!opens) return null;
  const { rows = [], total = 0 } = list.data ?? {};
  const sums = sumsOf(rows);
  const words = new URLSearchParams({ tab: sums.published > 0 ? 'published' : 'drafts', ...narrowed });
  const all = `/pmo/operations/${operationId}/billing/invoices?${words}`;
  return (
    <Part
      title={t('pages.invoices.title')}
      action={
        total > 0 && (
          <Button component={Link} to={all} size="small" className="no-print">
            {t('pages.invoices.all', { smart_count: total })}
          </Button>
        )
      }
    >
      {total > 0 && (
        <Typography color="textSecondary" sx={{ mb: 1 }}>
          {[
            t(total > invoicesRead ? 'pages.invoices.lastPublished' : 'pages.invoices.published', {
              smart_count: sums.published,
              amount: formats.money(sums.publishedCents),
            }),
            sums.unpaidCents !== 0 && t('pages.invoices.unpaid', { amount: formats.money(sums.unpaidCents) }),
            sums.drafts > 0 &&
              t('pages.invoices.drafts', { smart_count: sums.drafts, amount: formats.money(sums.draftCents) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      )}
      <DataTable
        dense
        caption={t('pages.invoices.title')}
        rows={rows.slice(0, shownAtMost)}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ number, billableEntity }) => number ?? billableEntity.name}
        state={list}
        maxHeight="none"
        empty={<Typography color="textSecondary">{t('pages.invoices.none')}</Typography>}
      />
    </Part>
  );
}

function useColumns(withoutClient: boolean): Column<Invoice>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    (): Column<Invoice>[] => [
      {
        id: 'number',
        header: t('pages.invoices.number'),
        width: 'minmax(150px, 1fr)',
        cell: ({ id, number, status }) => (
          <ThingLink thing="invoice" id={id}>
            {number ?? t(`enums.InvoiceStatus.${status}`)}
          </ThingLink>
        ),
      },
      ...(withoutClient
        ? []
        : [
            {
              id: 'client',
              header: t('pages.kind.client'),
              width: 'minmax(120px, 1.4fr)',
              cell: ({ billableEntity }: Invoice) => (
                <ThingLink thing="client" id={billableEntity.id}>
                  {billableEntity.name}
                </ThingLink>
              ),
              hideBelow: 'md' as const,
            },
          ]),
      {
        id: 'period',
        header: t('pages.period'),
        width: 'minmax(140px, 1.2fr)',
        cell: ({ periodStart, periodEnd }) => formats.dayRange(periodStart, periodEnd),
      },
      {
        id: 'state',
        header: t('pages.state'),
        width: '128px',
        cell: ({ status, paymentStatus }) =>
          status === 'FINALIZED' ? (
            <StatusChip kind="PaymentStatus" status={paymentStatus} />
          ) : (
            <StatusChip kind="InvoiceStatus" status={status} />
          ),
      },
      {
        id: 'amount',
        header: t('pages.amount'),
        width: '108px',
        align: 'right',
        cell: ({ amountCents }) => formats.money(amountCents),
        card: 'aside',
      },
    ],
    [t, formats, withoutClient],
  );
}
