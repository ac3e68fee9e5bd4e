import type { Formats } from '@openpmo/ui/formats/bind';
import type { Translator } from '@openpmo/ui/i18n/translator';
import { momentOf, valueText } from './CurveTooltip';
import { qualityAt } from './curveQuality';
import type { Column } from './DataTable';
import type { DrawnCurve } from './drawnCurve';

/**
 * One column for the moment, one for each nature, those of the period it is compared with, and what
 * the values are where not all are definitive. Rows are indexes into the curve.
 */
export function curveTableColumns(curve: DrawnCurve, formats: Formats, t: Translator['t']): Column<number>[] {
  const figures = ({ nature, values }: DrawnCurve['series'][number], id: string, header: string): Column<number> => ({
    id,
    header,
    align: 'right',
    cell: (index) => valueText(curve, values[index] ?? null, formats) ?? t('formats.none'),
    sortValue: (index) => values[index] ?? undefined,
    ...(id === nature ? {} : { hideBelow: 'md' as const }),
  });
  const { compared } = curve;
  return [
    {
      id: 'when',
      header: t('design.curve.when'),
      width: 'minmax(200px, 2fr)',
      cell: (index) => momentOf(curve, index, formats),
      sortValue: (index) => index,
    },
    ...curve.series.map((series) => figures(series, series.nature, t(`enums.Nature.${series.nature}`))),
    ...(compared?.series ?? []).map((series) =>
      figures(
        series,
        `compared ${series.nature}`,
        t('design.curve.comparedColumn', { name: t(`enums.Nature.${series.nature}`), label: compared?.label }),
      ),
    ),
    ...(curve.marks.length > 0
      ? [
          {
            id: 'quality',
            header: t('design.curve.quality'),
            cell: (index: number) => t(`enums.PointQuality.${qualityAt(curve.marks, index)}`),
          },
        ]
      : []),
  ];
}
