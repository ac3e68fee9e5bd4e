import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { notify } from '../../design/snackbars';

/** Numbers that a notice names; the answer has more of them. */
const named = 5;

/** Says which published invoices bill days that a change moves. */
export function useTouchedText() {
  const t = useT();
  const formats = useFormats();
  return ({ count, months, invoices }: Schemas['TouchedInvoices']) => {
    const numbers = invoices.slice(0, named).map(({ number }) => number);
    return t('participants.touched', {
      smart_count: count,
      months: months.map((month) => formats.day(`${month}-01`, 'month')).join(', '),
      numbers: [...numbers, ...(count > numbers.length ? ['…'] : [])].join(', '),
    });
  };
}

/** The same as a notice that stays until it is dismissed; nothing where no invoice is touched. */
export function useTellTouched() {
  const text = useTouchedText();
  return (touched: Schemas['TouchedInvoices'] | undefined) => {
    if (touched) notify(text(touched), { variant: 'warning', duration: null });
  };
}
