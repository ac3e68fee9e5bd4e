import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type Column, DataTable } from './DataTable';
import { type HeatMap, hoursOfDay } from './heatmapCells';

interface Row {
  id: string;
  day: HeatMap['days'][number];
  hour: number;
}

/** Every hour of every day with its energy: the twin of DayHourHeatmap. */
export function HeatmapTable({ map, caption }: { map: HeatMap; caption: string }) {
  const t = useT();
  const formats = useFormats();
  const rows = useMemo(
    () =>
      map.days.flatMap((day) =>
        Array.from({ length: hoursOfDay }, (_, hour): Row => ({ id: `${day.date} ${hour}`, day, hour })),
      ),
    [map],
  );
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        id: 'day',
        header: t('design.heatmap.day'),
        width: 'minmax(110px, 2fr)',
        cell: ({ day }) => formats.day(day.date, 'medium'),
        sortValue: ({ day }) => day.date,
      },
      {
        id: 'hour',
        header: t('design.heatmap.hourOfDay'),
        cell: ({ hour }) => t('design.heatmap.hour', { from: hour, to: hour + 1 }),
        sortValue: ({ hour }) => hour,
      },
      {
        id: 'energy',
        header: t(`enums.Nature.${map.nature}`),
        align: 'right',
        cell: ({ day, hour }) => {
          const value = day.values[hour] ?? null;
          return value === null ? t('formats.none') : formats.energy(value);
        },
        sortValue: ({ day, hour }) => day.values[hour] ?? undefined,
      },
      {
        id: 'quality',
        header: t('design.curve.quality'),
        hideBelow: 'sm',
        cell: (row) => t(`enums.PointQuality.${qualityOf(row)}`),
      },
    ],
    [map.nature, t, formats],
  );
  return (
    <DataTable
      dense
      caption={caption}
      rows={rows}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ id }) => id}
      maxHeight={320}
    />
  );
}

function qualityOf({ day, hour }: Row): 'missing' | 'provisional' | 'definitive' {
  if ((day.values[hour] ?? null) === null) return 'missing';
  return day.provisional ? 'provisional' : 'definitive';
}
