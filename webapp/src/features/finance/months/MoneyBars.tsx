import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { type BarDatum, Bar as NivoBar } from '@nivo/bar';
import { useFormats } from '@openpmo/ui/i18n/context';
import { neutrals } from '@openpmo/ui/theme/tokens';
import { useRef } from 'react';
import { useScheme } from '../../../design/scheme';
import { useWidth } from '../../../design/useWidth';
import type { MoneyRow, Series } from './series';
import { useSeriesColours } from './useSeriesColours';

const onPaper = 640;
const font = { fontFamily: '"Inter Variable", sans-serif', fontSize: 12 };

interface MoneyBarsProps {
  /** What is drawn, in words, for those who do not see it. */
  label: string;
  rows: readonly MoneyRow[];
  series: readonly Series[];
  height: number;
}

/** Amounts month by month, stacked; a month of which one is not known has no part for it. */
export function MoneyBars({ label, rows, series, height }: MoneyBarsProps) {
  const formats = useFormats();
  const scheme = useScheme();
  const host = useRef<HTMLDivElement>(null);
  const { width, paper } = useWidth(host, onPaper);
  const colours = useSeriesColours();
  const n = neutrals[scheme];
  const every = Math.max(1, Math.ceil((rows.length * 34) / Math.max(1, width - 84)));
  const tickOf = new Map(rows.map(({ id, tick }, index) => [id, index % every === 0 ? tick : '']));
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]));
  return (
    <Box ref={host} sx={{ height, minWidth: 0, overflow: 'hidden' }}>
      {width > 0 && (
        <NivoBar<BarDatum>
          key={String(paper)}
          width={width}
          height={height}
          data={rows.map(({ id, values }) => ({
            id,
            ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
          }))}
          indexBy="id"
          keys={series.map(({ key }) => key)}
          colors={({ id }) => colours[id as Series['key']]}
          valueScale={{ type: 'linear', min: 'auto', max: 'auto', nice: true }}
          padding={0.25}
          innerPadding={1}
          borderRadius={1}
          margin={{ top: 8, right: 4, bottom: 28, left: 84 }}
          enableLabel={false}
          axisLeft={{ tickSize: 0, tickPadding: 8, tickValues: 5, format: (value) => formats.money(Number(value)) }}
          axisBottom={{ tickSize: 0, tickPadding: 8, format: (id) => tickOf.get(String(id)) ?? '' }}
          gridYValues={5}
          theme={{
            axis: { ticks: { text: { ...font, fill: n.textSecondary } } },
            grid: { line: { stroke: n.divider } },
          }}
          animate={false}
          role="img"
          ariaLabel={label}
          tooltip={({ id, value, indexValue }) => (
            <Paper variant="outlined" sx={{ p: 1, boxShadow: 3, whiteSpace: 'nowrap', fontSize: '0.75rem' }}>
              {nameOf.get(String(indexValue))} · {series.find(({ key }) => key === id)?.label}{' '}
              <strong>{formats.money(value)}</strong>
            </Paper>
          )}
        />
      )}
    </Box>
  );
}
