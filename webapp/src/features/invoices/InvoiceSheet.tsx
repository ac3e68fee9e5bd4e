import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { ErrorPanel } from '../../design/ErrorPanel';
import { SideSheet } from '../../design/SideSheet';
import { RowsSkeleton } from '../../design/Skeletons';
import { PublishDialog } from '../billRuns/PublishDialog';
import { DeleteDraftsDialog } from './DeleteDraftsDialog';
import { InvoiceFacts } from './InvoiceFacts';
import { InvoiceLines } from './InvoiceLines';
import { type Invoice, useDownload, useInvoice } from './queries';
import { useInvoiceName } from './useInvoiceColumns';

/** One invoice beside the list: who, when, every line, the totals and what can be done. */
export function InvoiceSheet({ invoiceId, onClose }: { invoiceId: string; onClose: () => void }) {
  const t = useT();
  const name = useInvoiceName();
  const invoice = useInvoice(useOperation().id, invoiceId);
  return (
    <SideSheet title={invoice.data ? name(invoice.data) : t('invoices.one')} width={720} onClose={onClose}>
      <Box sx={{ flex: 1, overflow: 'auto', p: 2 }}>
        {invoice.isPending && <RowsSkeleton rows={8} />}
        {invoice.isError && <ErrorPanel error={invoice.error} onRetry={() => invoice.refetch()} />}
        {invoice.data && (
          <Stack spacing={3}>
            <InvoiceFacts invoice={invoice.data} />
            <InvoiceLines invoice={invoice.data} />
          </Stack>
        )}
      </Box>
      {invoice.data && <Footer invoice={invoice.data} onClose={onClose} />}
    </SideSheet>
  );
}

/** The document, in both languages where Belgium asks for it; publishing and deleting while it is a draft. */
function Footer({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useT();
  const can = useCan();
  const { id: operationId, features } = useOperation();
  const download = useDownload(operationId);
  const [asking, setAsking] = useState<'publish' | 'delete'>();
  const draft = invoice.status === 'DRAFT' && invoice.type !== 'STATEMENT';
  const buttons: ReactNode[] = [
    draft && can('invoice:delete') && (
      <Button key="delete" color="error" variant="outlined" onClick={() => setAsking('delete')}>
        {t('invoices.delete')}
      </Button>
    ),
    ...(invoice.hasDocument && features.includes('translatedDocuments')
      ? (['fr', 'nl'] as const).map((language) => (
          <Button
            key={language}
            variant="outlined"
            color="inherit"
            onClick={() => download.mutate({ invoiceId: invoice.id, language })}
          >
            {t('invoices.downloadIn', { language: t(`enums.Language.${language}`) })}
          </Button>
        ))
      : []),
    invoice.hasDocument && (
      <Button
        key="download"
        variant={draft ? 'outlined' : 'contained'}
        startIcon={<DownloadOutlined />}
        loading={download.isPending}
        onClick={() => download.mutate({ invoiceId: invoice.id })}
      >
        {t('invoices.download')}
      </Button>
    ),
    draft && can('invoice:publish') && (
      <Button key="publish" variant="contained" onClick={() => setAsking('publish')}>
        {t('invoices.publish')}
      </Button>
    ),
  ].filter(Boolean);
  return (
    <>
      {buttons.length > 0 && (
        <Stack
          direction="row"
          className="no-print"
          sx={{ gap: 1, p: 2, flexWrap: 'wrap', justifyContent: 'flex-end', borderTop: 1, borderColor: 'divider' }}
        >
          {buttons}
        </Stack>
      )}
      {asking === 'publish' && <PublishDialog drafts={[invoice]} onClose={() => setAsking(undefined)} />}
      {asking === 'delete' && (
        <DeleteDraftsDialog drafts={[invoice]} onClose={() => setAsking(undefined)} onDeleted={onClose} />
      )}
    </>
  );
}
