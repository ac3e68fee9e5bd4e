import type { Formats } from '@openpmo/ui/formats/bind';
import type { Translator } from '@openpmo/ui/i18n/translator';
import { momentOf, valueText } from './CurveTooltip';
import type { DrawnCurve } from './curveModel';
import type { Column } from './DataTable';

/** One column for the moment and one for each nature; rows are indexes into the curve. */
export function curveTableColumns(curve: DrawnCurve, formats: Formats, t: Translator['t']): Column<number>[] {
  return [
    {
      id: 'when',
      header: t('design.curve.when'),
      width: 'minmax(200px, 2fr)',
      cell: (index) => momentOf(curve, index, formats),
      sortValue: (index) => index,
    },
    ...curve.series.map(
      ({ nature, values }): Column<number> => ({
        id: nature,
        header: t(`enums.Nature.${nature}`),
        align: 'right',
        cell: (index) => valueText(curve, values[index] ?? null, formats) ?? t('formats.none'),
        sortValue: (index) => values[index] ?? undefined,
      }),
    ),
  ];
}
