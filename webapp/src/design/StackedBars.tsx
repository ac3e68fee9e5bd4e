import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type BarDatum, Bar as NivoBar } from '@nivo/bar';
import { patternDotsDef, patternLinesDef } from '@nivo/core';
import { energyAxis } from '@openpmo/ui/formats/energy';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type NatureKey, natureColours } from '@openpmo/ui/theme/natures';
import { neutrals } from '@openpmo/ui/theme/tokens';
import { useMemo, useRef } from 'react';
import { barNumbers, type StackedRow } from './barNumbers';
import { NatureMark } from './NatureLegend';
import { useScheme } from './scheme';
import { useWidth } from './useWidth';

export interface StackedBarsProps {
  /** What is drawn, in words, for those who do not see it. */
  label: string;
  rows: readonly StackedRow[];
  /** Stacked from zero upwards, in this order. */
  natures: readonly NatureKey[];
  /** Stacked from zero downwards. */
  below?: readonly NatureKey[];
  height?: number;
}

/** Two of them stand side by side on a sheet. */
const onPaper = 284;

const font = { fontFamily: '"Inter Variable", sans-serif', fontSize: 12 };

/** Bars of energy, one for each row. A row without data has no bar, which is not a bar of zero. */
export function StackedBars({ label, rows, natures, below = [], height: tall = 280 }: StackedBarsProps) {
  const formats = useFormats();
  const scheme = useScheme();
  const host = useRef<HTMLDivElement>(null);
  const { width, paper } = useWidth(host, onPaper);
  const height = paper ? Math.round(tall * 0.58) : tall;
  const { data, least, most } = useMemo(() => barNumbers(rows, natures, below), [rows, natures, below]);
  const axis = energyAxis(Math.max(most, -least));
  const n = neutrals[scheme];
  const room = width / Math.max(1, rows.length);
  const every = Math.max(1, Math.ceil(34 / Math.max(1, room)));
  const tickOf = new Map(rows.map(({ id, tick }, index) => [id, index % every === 0 ? tick : '']));
  const decimals = Math.max(most, -least) / axis.milliWh < 5 ? 1 : 0;
  return (
    <Box ref={host} sx={{ height, minWidth: 0, overflow: 'hidden' }}>
      {width > 0 && (
        <NivoBar<BarDatum>
          // A new drawing stands at once; one that moves would be printed where it was.
          key={String(paper)}
          width={width}
          height={height}
          data={data}
          indexBy="id"
          keys={[...natures, ...below]}
          colors={({ id }) => natureColours[scheme][id as NatureKey]}
          defs={patternsOf(scheme)}
          fill={[...below, ...natures].flatMap((nature) =>
            nature in patterned ? [{ match: { id: nature }, id: nature }] : [],
          )}
          // Left to itself the scale cuts off what lies below zero.
          valueScale={{ type: 'linear', min: least, max: most || 1, nice: true }}
          padding={0.25}
          innerPadding={1}
          borderRadius={1}
          margin={{ top: 8, right: 4, bottom: 28, left: 84 }}
          enableLabel={false}
          axisLeft={{
            tickSize: 0,
            tickPadding: 8,
            tickValues: 5,
            format: (value) => `${formats.number(Math.abs(Number(value)) / axis.milliWh, 0, decimals)} ${axis.unit}`,
          }}
          axisBottom={{ tickSize: 0, tickPadding: 8, format: (id) => tickOf.get(String(id)) ?? '' }}
          gridYValues={5}
          theme={{
            axis: { ticks: { text: { ...font, fill: n.textSecondary } } },
            grid: { line: { stroke: n.divider } },
          }}
          markers={least < 0 ? [{ axis: 'y', value: 0, lineStyle: { stroke: n.textSecondary, strokeWidth: 1 } }] : []}
          animate={false}
          role="img"
          ariaLabel={label}
          tooltip={({ indexValue }) => (
            <BarTooltip row={rows.find(({ id }) => id === indexValue)} natures={[...natures, ...below]} />
          )}
        />
      )}
    </Box>
  );
}

/** The second cue beside colour, as in curves and legends. */
const patterned: Partial<Record<NatureKey, 'lines' | 'dots'>> = { Surplus: 'lines', complement: 'dots' };

function patternsOf(scheme: ReturnType<typeof useScheme>) {
  const colours = natureColours[scheme];
  return Object.entries(patterned).map(([nature, kind]) => {
    const colour = colours[nature as NatureKey];
    const tint = `${colour}59`;
    return kind === 'lines'
      ? patternLinesDef(nature, { background: tint, color: colour, rotation: -45, lineWidth: 2, spacing: 6 })
      : patternDotsDef(nature, { background: tint, color: colour, size: 2.5, padding: 1.5, stagger: true });
  });
}

function BarTooltip({ row, natures }: { row: StackedRow | undefined; natures: readonly NatureKey[] }) {
  const t = useT();
  const formats = useFormats();
  if (!row) return null;
  return (
    <Paper variant="outlined" sx={{ p: 1, minWidth: 190, boxShadow: 3 }}>
      <Typography variant="caption" component="p" sx={{ fontWeight: 650 }}>
        {row.name}
      </Typography>
      {natures.map((nature) => {
        const value = row.values[nature];
        return (
          <Box key={nature} sx={{ display: 'flex', gap: 0.75, alignItems: 'center', fontSize: '0.75rem' }}>
            <NatureMark nature={nature} />
            <span>{t(`enums.Nature.${nature}`)}</span>
            <Box component="strong" sx={{ ml: 'auto', pl: 1, whiteSpace: 'nowrap' }}>
              {value === undefined ? t('design.curve.gap') : formats.energy(value)}
            </Box>
          </Box>
        );
      })}
      {row.note && (
        <Typography variant="caption" color="textSecondary">
          {row.note}
        </Typography>
      )}
    </Paper>
  );
}
