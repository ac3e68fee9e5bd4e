import { milliWhPerKWh } from '@openpmo/ui/formats/energy';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';

const signed = (value: number, text: string) => (value > 0 ? `+${text}` : text);

/** Figures of comparisons: with a sign, or as bare kWh under a heading that names the unit. */
export function useFigures() {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => ({
      /** kWh without the unit. */
      bare: (milliWh: number | undefined, decimals: number) =>
        milliWh === undefined ? t('formats.none') : formats.number(milliWh / milliWhPerKWh, decimals),
      energyChange: (milliWh: number) => signed(milliWh, formats.energy(milliWh)),
      moneyChange: (cents: number) => signed(cents, formats.money(cents)),
      rate: (rate: number | undefined) => (rate === undefined ? t('formats.none') : formats.rate(rate)),
      rateChange: (rate: number | undefined) =>
        rate === undefined ? t('formats.none') : signed(rate, formats.rate(rate)),
      /** Between two rates: percentage points. */
      pointsChange: (points: number) =>
        signed(points, t('distribution.points', { value: formats.number(points * 100, 1) })),
      change: (value: number | undefined, text: string) => (value === undefined ? text : signed(value, text)),
    }),
    [t, formats],
  );
}
