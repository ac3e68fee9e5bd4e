import { useFormats } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import type { MoneyRow } from './series';

/** Months as rows of a chart; what of them is drawn must not change. */
export function useMonthRows<M extends { month: string }>(
  months: readonly M[],
  valuesOf: (month: M) => MoneyRow['values'],
): MoneyRow[] {
  const formats = useFormats();
  // biome-ignore lint/correctness/useExhaustiveDependencies: valuesOf only picks fields
  return useMemo(
    () =>
      months.map((one) => ({
        id: one.month,
        name: formats.day(`${one.month}-01`, 'month'),
        tick: formats.day(`${one.month}-01`, 'monthShort'),
        values: valuesOf(one),
      })),
    [months, formats],
  );
}
