import { useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { type RowAction, RowMenu } from '../../design/RowMenu';
import { type Invoice, useDownload } from './queries';
import { useInvoiceName } from './useInvoiceColumns';

interface RowActionsProps {
  invoice: Invoice;
  onPublish: (drafts: readonly Invoice[]) => void;
  onDelete: (drafts: readonly Invoice[]) => void;
}

/** What can be done with one invoice: its document always, the rest while it is a draft. */
export function RowActions({ invoice, onPublish, onDelete }: RowActionsProps) {
  const t = useT();
  const can = useCan();
  const name = useInvoiceName()(invoice);
  const download = useDownload(useOperation().id);
  const draft = invoice.status === 'DRAFT' && invoice.type !== 'STATEMENT';
  const actions: RowAction[] = [
    ...(invoice.hasDocument
      ? [{ label: t('invoices.download'), onClick: () => download.mutate({ invoiceId: invoice.id }) }]
      : []),
    ...(draft && can('invoice:publish') ? [{ label: t('invoices.publish'), onClick: () => onPublish([invoice]) }] : []),
    ...(draft && can('invoice:delete')
      ? [{ label: t('invoices.delete'), onClick: () => onDelete([invoice]), destructive: true }]
      : []),
  ];
  return <RowMenu name={name} actions={actions} />;
}
