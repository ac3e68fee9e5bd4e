import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useCallback } from 'react';
import type { Invoice } from './queries';

/** How an invoice is called: by its number, or as the draft for a client and a period. */
export function useInvoiceName(): (invoice: Invoice) => string {
  const t = useT();
  const formats = useFormats();
  return useCallback(
    (invoice) =>
      invoice.number ??
      t('invoices.unnamed', {
        type: t(invoice.type === 'STATEMENT' ? 'enums.InvoiceType.STATEMENT' : `enums.InvoiceStatus.${invoice.status}`),
        client: invoice.billableEntity.name,
        period: formats.dayRange(invoice.periodStart, invoice.periodEnd),
      }),
    [t, formats],
  );
}
