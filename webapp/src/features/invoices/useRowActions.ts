import { useT } from '@openpmo/ui/i18n/context';
import { useCallback } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import type { RowAction } from '../../design/RowMenu';
import { type Invoice, useDownload } from './queries';

interface Acts {
  publish: (drafts: readonly Invoice[]) => void;
  remove: (drafts: readonly Invoice[]) => void;
  cancel: (invoices: readonly Invoice[]) => void;
}

/** What can be done with one invoice: its document always, the rest by where it stands. */
export function useRowActions({ publish, remove, cancel }: Acts): (invoice: Invoice) => RowAction[] {
  const t = useT();
  const can = useCan();
  const { mutate: download } = useDownload(useOperation().id);
  return useCallback(
    (invoice) => {
      const draft = invoice.status === 'DRAFT' && invoice.type !== 'STATEMENT';
      return [
        ...(invoice.hasDocument
          ? [{ label: t('invoices.download'), onClick: () => download({ invoiceId: invoice.id }) }]
          : []),
        ...(draft && can('invoice:publish')
          ? [{ label: t('invoices.publish'), onClick: () => publish([invoice]) }]
          : []),
        ...(invoice.cancellable && can('invoice:cancel')
          ? [{ label: t('invoices.cancel.one'), onClick: () => cancel([invoice]), destructive: true }]
          : []),
        ...(draft && can('invoice:delete')
          ? [{ label: t('invoices.delete'), onClick: () => remove([invoice]), destructive: true }]
          : []),
      ];
    },
    [t, can, download, publish, remove, cancel],
  );
}
