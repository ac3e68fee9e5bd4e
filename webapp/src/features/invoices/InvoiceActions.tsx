import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { later } from '../../design/later';
import { type Invoice, useDownload, useDownloadElectronic } from './queries';

// Most visits only read.
const PublishDialog = later(async () => (await import('../billRuns/PublishDialog')).PublishDialog);
const CancelDialog = later(async () => (await import('./CancelDialog')).CancelDialog);
const DeleteDraftsDialog = later(async () => (await import('./DeleteDraftsDialog')).DeleteDraftsDialog);

interface InvoiceActionsProps {
  invoice: Invoice;
  /** The draft is gone. */
  onDeleted: () => void;
}

/** The document, in both languages where Belgium asks for it; publishing and deleting while it is a draft, taking back what is published. */
export function InvoiceActions({ invoice, onDeleted }: InvoiceActionsProps) {
  const t = useT();
  const can = useCan();
  const { id: operationId, features } = useOperation();
  const download = useDownload(operationId);
  const electronic = useDownloadElectronic(operationId);
  const [asking, setAsking] = useState<'publish' | 'delete' | 'cancel'>();
  const draft = invoice.status === 'DRAFT' && invoice.type !== 'STATEMENT';
  const languages =
    invoice.hasDocument && features.includes('translatedDocuments') ? (['fr', 'nl'] as const) : ([] as const);
  return (
    <>
      {draft && can('invoice:delete') && (
        <Button color="error" variant="outlined" onClick={() => setAsking('delete')}>
          {t('invoices.delete')}
        </Button>
      )}
      {!draft && invoice.cancellable && can('invoice:cancel') && (
        <Button color="error" variant="outlined" onClick={() => setAsking('cancel')}>
          {t('invoices.cancel.one')}
        </Button>
      )}
      {languages.map((language) => (
        <Button
          key={language}
          variant="outlined"
          color="inherit"
          onClick={() => download.mutate({ invoiceId: invoice.id, language })}
        >
          {t('invoices.downloadIn', { language: t(`enums.Language.${language}`) })}
        </Button>
      ))}
      {invoice.eInvoice?.available && (
        <Button
          variant="outlined"
          color="inherit"
          loading={electronic.isPending}
          onClick={() => electronic.mutate(invoice.id)}
        >
          {t('invoices.downloadElectronic')}
        </Button>
      )}
      {invoice.hasDocument && (
        <Button
          variant={draft ? 'outlined' : 'contained'}
          startIcon={<DownloadOutlined />}
          loading={download.isPending}
          onClick={() => download.mutate({ invoiceId: invoice.id })}
        >
          {t('invoices.download')}
        </Button>
      )}
      {draft && can('invoice:publish') && (
        <Button variant="contained" onClick={() => setAsking('publish')}>
          {t('invoices.publish')}
        </Button>
      )}
      {asking === 'publish' && <PublishDialog drafts={[invoice]} onClose={() => setAsking(undefined)} />}
      {asking === 'cancel' && <CancelDialog invoices={[invoice]} onClose={() => setAsking(undefined)} />}
      {asking === 'delete' && (
        <DeleteDraftsDialog drafts={[invoice]} onClose={() => setAsking(undefined)} onDeleted={onDeleted} />
      )}
    </>
  );
}
