import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { ErrorPanel } from '../../design/ErrorPanel';
import { SideSheet } from '../../design/SideSheet';
import { RowsSkeleton } from '../../design/Skeletons';
import { InvoiceActions } from './InvoiceActions';
import { InvoiceFacts } from './InvoiceFacts';
import { InvoiceLines } from './InvoiceLines';
import { type Invoice, useInvoice } from './queries';
import { useInvoiceName } from './useInvoiceName';

/** A quick look at one invoice beside the list: who, when, every line, the totals and what can be done. */
export function InvoiceSheet({ invoiceId, onClose }: { invoiceId: string; onClose: () => void }) {
  const t = useT();
  const name = useInvoiceName();
  const invoice = useInvoice(useOperation().id, invoiceId);
  return (
    <SideSheet
      title={invoice.data ? name(invoice.data) : t('invoices.one')}
      width={720}
      page={{ thing: 'invoice', id: invoiceId }}
      onClose={onClose}
      foot={invoice.data && <InvoiceFoot invoice={invoice.data} onDeleted={onClose} />}
    >
      {invoice.isPending && <RowsSkeleton rows={8} />}
      {invoice.isError && <ErrorPanel error={invoice.error} onRetry={() => invoice.refetch()} />}
      {invoice.data && (
        <Stack spacing={3}>
          <InvoiceFacts invoice={invoice.data} />
          <InvoiceLines invoice={invoice.data} />
        </Stack>
      )}
    </SideSheet>
  );
}

/** What can be done with the invoice, always in sight. */
function InvoiceFoot(props: { invoice: Invoice; onDeleted: () => void }) {
  return (
    <Stack
      direction="row"
      className="no-print"
      sx={{
        gap: 1,
        p: 2,
        flexWrap: 'wrap',
        justifyContent: 'flex-end',
        // On a phone they fill their lines, and do not stand in steps.
        '& > *': { flex: { xs: '1 1 auto', sm: 'none' } },
        borderTop: 1,
        borderColor: 'divider',
        '&:empty': { display: 'none' },
      }}
    >
      <InvoiceActions {...props} />
    </Stack>
  );
}
