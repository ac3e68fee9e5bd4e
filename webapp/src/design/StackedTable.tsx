import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { NatureKey } from '@openpmo/ui/theme/natures';
import { useMemo } from 'react';
import type { StackedRow } from './barNumbers';
import { type Column, DataTable } from './DataTable';

interface StackedTableProps {
  caption: string;
  /** What a row is. */
  header: string;
  rows: readonly StackedRow[];
  natures: readonly NatureKey[];
}

/** The figures of some bars: the twin of StackedBars. */
export function StackedTable({ caption, header, rows, natures }: StackedTableProps) {
  const t = useT();
  const formats = useFormats();
  const columns = useMemo(
    (): Column<StackedRow>[] => [
      {
        id: 'name',
        header,
        width: 'minmax(120px, 2fr)',
        cell: ({ name, note }) => (note ? `${name} · ${note}` : name),
        sortValue: ({ id }) => id,
      },
      ...natures.map(
        (nature): Column<StackedRow> => ({
          id: nature,
          header: t(`enums.Nature.${nature}`),
          align: 'right',
          width: 'minmax(110px, 1fr)',
          cell: ({ values }) => {
            const value = values[nature];
            return value === undefined ? t('formats.none') : formats.energy(value);
          },
          sortValue: ({ values }) => values[nature],
        }),
      ),
    ],
    [header, natures, t, formats],
  );
  return (
    <DataTable
      dense
      caption={caption}
      rows={rows}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      maxHeight={320}
    />
  );
}
