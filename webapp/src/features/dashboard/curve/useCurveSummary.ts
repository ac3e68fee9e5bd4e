import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { DayRange } from '../../../design/period';
import { gapsOf, type LoadCurve, sumsOf } from '../viewpoint/viewpoint';
import { useNotDrawn, useProvisional } from './useNotDrawn';

/** A curve in words, for those who do not see it: energy of each nature, gaps, what is provisional. */
export function useCurveSummary(curve: LoadCurve | undefined, days: DayRange): string {
  const t = useT();
  const formats = useFormats();
  const rest = useNotDrawn(curve, days);
  const since = useProvisional(curve);
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
    since,
  ]
    .filter(Boolean)
    .join('. ');
}
