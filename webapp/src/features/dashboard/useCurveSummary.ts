import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { DayRange } from '../../design/period';
import { gapsOf, type LoadCurve, sumsOf } from './model';
import { useNotDrawn } from './useNotDrawn';

/** A curve in words, for those who do not see it: energy of each nature, gaps, what is provisional. */
export function useCurveSummary(curve: LoadCurve | undefined, days: DayRange): string {
  const t = useT();
  const formats = useFormats();
  const rest = useNotDrawn(curve, days);
  if (!curve) return '';
  const sums = sumsOf(curve);
  const energies = curve.series.map(({ nature }) => {
    const sum = sums[nature];
    const name = t(`enums.Nature.${nature}`);
    return sum === undefined
      ? t('dashboard.summary.noData', { name })
      : t('dashboard.summary.energy', { name, value: formats.energy(sum) });
  });
  const gaps = gapsOf(curve);
  return [
    t('dashboard.summary.range', { range: formats.dayRange(days.from, days.to) }),
    ...energies,
    gaps > 0 && t('dashboard.curve.gaps', { smart_count: gaps }),
    rest,
    curve.provisionalFrom &&
      t('dashboard.curve.provisional', { date: formats.day(formats.dayOf(curve.provisionalFrom), 'medium') }),
  ]
    .filter(Boolean)
    .join('. ');
}
