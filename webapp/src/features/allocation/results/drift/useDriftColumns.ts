import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import type { Column } from '../../../../design/DataTable';
import { useFigures } from '../useFigures';
import { type DriftFigures, driftRate } from './drift';

/** The operator's figure, ours, and what lies between: the same of a site and of a day. */
export function useDriftColumns<Row extends DriftFigures>(): Column<Row>[] {
  const t = useT();
  const formats = useFormats();
  const figures = useFigures();
  return useMemo(
    () => [
      {
        id: 'dso',
        header: t('distribution.dso'),
        align: 'right',
        hideBelow: 'sm',
        width: 'minmax(112px, 1fr)',
        cell: ({ sharedMilliWh }) => formats.energy(sharedMilliWh),
        sortValue: ({ sharedMilliWh }) => sharedMilliWh,
      },
      {
        id: 'expected',
        header: t('distribution.expected'),
        align: 'right',
        hideBelow: 'sm',
        width: 'minmax(112px, 1fr)',
        cell: ({ expectedMilliWh }) => formats.energy(expectedMilliWh),
        sortValue: ({ expectedMilliWh }) => expectedMilliWh,
      },
      {
        id: 'difference',
        header: t('distribution.difference'),
        align: 'right',
        width: 'minmax(112px, 1fr)',
        cell: ({ differenceMilliWh }) => figures.energyChange(differenceMilliWh),
        sortValue: ({ differenceMilliWh }) => Math.abs(differenceMilliWh),
      },
      {
        id: 'rate',
        header: '%',
        align: 'right',
        width: 'minmax(80px, 1fr)',
        cell: (row) => figures.rateChange(driftRate(row)),
        sortValue: (row) => Math.abs(driftRate(row) ?? 0),
      },
    ],
    [t, formats, figures],
  );
}
