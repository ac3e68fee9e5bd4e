import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, type ReactNode, useMemo } from 'react';
import { ChartCard, type ViewState } from '../../../design/ChartCard';
import { type Column, DataTable } from '../../../design/DataTable';
import type { MoneyRow, Series } from './series';
import { useSeriesColours } from './useSeriesColours';

const MoneyBars = lazy(() => import('./MoneyBars').then((module) => ({ default: module.MoneyBars })));

const height = 260;

interface MonthsCardProps {
  title: string;
  state: ViewState;
  rows: readonly MoneyRow[];
  series: readonly Series[];
  note?: ReactNode;
  /** What the table has besides amounts. */
  further?: readonly Column<MoneyRow>[];
}

/** Amounts month by month, drawn and as a table. */
export function MonthsCard({ title, state, rows, series, note, further = [] }: MonthsCardProps) {
  const t = useT();
  const formats = useFormats();
  const colours = useSeriesColours();
  const columns = useMemo(
    (): Column<MoneyRow>[] => [
      {
        id: 'month',
        header: t('finance.column.month'),
        width: 'minmax(140px, 1.4fr)',
        cell: ({ name }) => name,
        sortValue: ({ id }) => id,
      },
      ...further,
      ...series.map(
        ({ key, label }): Column<MoneyRow> => ({
          id: key,
          header: label,
          align: 'right',
          width: 'minmax(120px, 1fr)',
          cell: ({ values }) => {
            const value = values[key];
            return value === undefined ? t('finance.fact.unknown') : formats.money(value);
          },
          sortValue: ({ values }) => values[key],
        }),
      ),
    ],
    [t, formats, series, further],
  );
  const spoken = rows.map(({ name, values }) => {
    const parts = series.flatMap(({ key, label }) => {
      const value = values[key];
      return value === undefined ? [] : [`${label} ${formats.money(value)}`];
    });
    return `${name} : ${parts.join(', ') || t('finance.fact.unknown')}`;
  });
  return (
    <ChartCard
      title={title}
      state={state}
      height={height}
      room={height + 34}
      legend={
        <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, mb: 1, fontSize: '0.8125rem' }}>
          {series.map(({ key, label }) => (
            <Stack key={key} direction="row" sx={{ gap: 0.75, alignItems: 'center' }}>
              <Box aria-hidden sx={{ width: 12, height: 12, borderRadius: '3px', bgcolor: colours[key] }} />
              {label}
            </Stack>
          ))}
        </Stack>
      }
      graph={<MoneyBars label={`${title}. ${spoken.join('. ')}`} rows={rows} series={series} height={height} />}
      table={
        <DataTable
          dense
          caption={title}
          rows={rows}
          columns={columns}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
        />
      }
      note={note}
    />
  );
}
