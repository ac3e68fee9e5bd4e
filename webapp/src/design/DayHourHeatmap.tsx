import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { natureColours } from '@openpmo/ui/theme/natures';
import { neutrals } from '@openpmo/ui/theme/tokens';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type Cell,
  dayTicks,
  type HeatMap,
  heatPixels,
  hoursOfDay,
  moveCell,
  provisionalStretches,
} from './heatmapCells';
import { useScheme } from './scheme';
import { useWidth } from './useWidth';

export interface DayHourHeatmapProps {
  map: HeatMap;
  height?: number;
  /** What the map shows, in words. */
  label: string;
}

const gutter = 44;
/** A sheet has the picture alone, and lower. */
const onPaper = { '@media print': { height: 84 } } as const;

/** One column a day, one line an hour: the darker, the more energy. Arrows read the values one by one. */
export function DayHourHeatmap({ map, height = 192, label }: DayHourHeatmapProps) {
  const t = useT();
  const [cell, setCell] = useState<Cell>();
  const known = cell && cell.day < map.days.length ? cell : undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setCell(undefined);
    const next = moveCell(known, event.key, map.days.length);
    if (!next) return;
    event.preventDefault();
    setCell(next);
  };
  const onMove = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (at: number, length: number, count: number) =>
      Math.min(count - 1, Math.max(0, Math.floor((at / length) * count)));
    setCell({
      day: part(event.clientX - box.left, box.width, map.days.length),
      hour: part(event.clientY - box.top, box.height, hoursOfDay),
    });
  };
  return (
    <Box
      role="group"
      aria-label={`${label}. ${t('design.heatmap.keys')}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => setCell(undefined)}
      sx={{ minWidth: 0 }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: `${gutter}px minmax(0, 1fr)`, rowGap: 0.5 }}>
        <Hours height={height} />
        <Box
          onMouseMove={onMove}
          onMouseLeave={() => setCell(undefined)}
          sx={{ position: 'relative', height, ...onPaper }}
        >
          <Cells map={map} />
          {known && <Pointer map={map} cell={known} />}
        </Box>
        <span />
        <Days map={map} />
      </Box>
      <Box role="status">{known && <Reading map={map} cell={known} />}</Box>
      <Scale map={map} />
    </Box>
  );
}

/** The picture itself: a pixel a cell, stretched. What shows through are gaps. */
function Cells({ map }: { map: HeatMap }) {
  const scheme = useScheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [zero, full] = [neutrals[scheme].background, natureColours[scheme][map.nature]];
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || map.days.length === 0) return;
    context.putImageData(new ImageData(heatPixels(map, zero, full), map.days.length, hoursOfDay), 0, 0);
  }, [map, zero, full]);
  return (
    <Box aria-hidden sx={{ position: 'absolute', inset: 0, borderRadius: '4px', overflow: 'hidden', ...gapPattern }}>
      <Box
        component="canvas"
        ref={canvas}
        width={map.days.length}
        height={hoursOfDay}
        sx={{ display: 'block', width: '100%', height: '100%', imageRendering: 'pixelated' }}
      />
      {provisionalStretches(map.days).map(({ start, length }) => (
        <Box
          key={start}
          sx={{ position: 'absolute', bottom: 0, height: 5, ...provisionalPattern }}
          style={{ left: `${100 * start}%`, width: `${100 * length}%` }}
        />
      ))}
    </Box>
  );
}

const hatch = (colour: string, degrees: number) =>
  `repeating-linear-gradient(${degrees}deg, ${colour} 0 1px, transparent 1px 5px)`;
const gapPattern = {
  background: hatch('var(--mui-palette-text-secondary)', 135),
  bgcolor: 'background.paper',
  printColorAdjust: 'exact',
} as const;
const provisionalPattern = {
  backgroundColor: 'background.paper',
  backgroundImage: 'repeating-linear-gradient(90deg, var(--mui-palette-text-secondary) 0 2px, transparent 2px 5px)',
  printColorAdjust: 'exact',
} as const;

function Pointer({ map, cell }: { map: HeatMap; cell: Cell }) {
  const width = 100 / map.days.length;
  return (
    <Box
      aria-hidden
      sx={{
        position: 'absolute',
        minWidth: 7,
        outline: '2px solid',
        outlineColor: 'text.primary',
        borderRadius: '1px',
        pointerEvents: 'none',
      }}
      style={{
        left: `min(${width * cell.day}%, calc(100% - 7px))`,
        width: `${width}%`,
        top: `${(100 * cell.hour) / hoursOfDay}%`,
        height: `${100 / hoursOfDay}%`,
      }}
    />
  );
}

/** The value of the cell, beside the map and not over it: nothing is hidden, and it is spoken. */
function Reading({ map, cell }: { map: HeatMap; cell: Cell }) {
  const t = useT();
  const formats = useFormats();
  const day = map.days[cell.day];
  if (!day) return null;
  const value = day.values[cell.hour] ?? null;
  return (
    <Box sx={{ position: 'relative', height: 0 }}>
      <Paper
        variant="outlined"
        sx={{ position: 'absolute', right: 0, top: 2, px: 1, py: 0.25, boxShadow: 2, zIndex: 1, pointerEvents: 'none' }}
      >
        <Typography variant="caption">
          {formats.day(day.date, 'long')}, {t('design.heatmap.hour', { from: cell.hour, to: cell.hour + 1 })} :{' '}
          <strong>{value === null ? t('design.curve.gap') : formats.energy(value)}</strong>
          {day.provisional && ` · ${t('enums.PointQuality.provisional')}`}
        </Typography>
      </Paper>
    </Box>
  );
}

function Hours({ height }: { height: number }) {
  const t = useT();
  return (
    <Box aria-hidden sx={{ position: 'relative', height, ...onPaper }}>
      {[0, 6, 12, 18, 24].map((hour) => (
        <Typography
          key={hour}
          variant="caption"
          color="textSecondary"
          sx={{ position: 'absolute', right: 8, lineHeight: 1, transform: 'translateY(-50%)' }}
          style={{ top: `calc(6px + ${hour / 24} * (100% - 12px))` }}
        >
          {t('design.heatmap.clock', { hour })}
        </Typography>
      ))}
    </Box>
  );
}

function Days({ map }: { map: HeatMap }) {
  const formats = useFormats();
  const host = useRef<HTMLDivElement>(null);
  const { width } = useWidth(host);
  const ticks = dayTicks(map.days, Math.max(2, Math.floor(width / 64)));
  return (
    <Box ref={host} aria-hidden sx={{ position: 'relative', height: 18, overflow: 'hidden' }}>
      {ticks.map(({ date, at, month }) => (
        <Typography
          key={date}
          variant="caption"
          color="textSecondary"
          noWrap
          sx={{ position: 'absolute', top: 0 }}
          style={{ left: `min(${100 * at}%, calc(100% - 44px))` }}
        >
          {formats.day(date, month ? 'monthShort' : 'short')}
        </Typography>
      ))}
    </Box>
  );
}

/** From zero to the highest value, and what a gap and a provisional day look like. */
function Scale({ map }: { map: HeatMap }) {
  const t = useT();
  const formats = useFormats();
  const gaps = map.days.some(({ values }) => values.includes(null));
  const provisional = map.days.some((day) => day.provisional);
  const swatch = { width: 18, height: 10, flex: 'none', border: '1px solid', borderColor: 'divider' } as const;
  return (
    <Box
      className="no-print"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 0.5, pl: `${gutter}px`, alignItems: 'center' }}
    >
      <Key text={`0 – ${formats.energy(map.maxMilliWh)}`}>
        <Box
          sx={{
            width: 90,
            height: 10,
            flex: 'none',
            borderRadius: '2px',
            border: '1px solid',
            borderColor: 'divider',
            printColorAdjust: 'exact',
            backgroundImage: `linear-gradient(90deg, var(--mui-palette-background-default), var(--mui-palette-nature-${map.nature}))`,
          }}
        />
      </Key>
      {gaps && (
        <Key text={t('design.curve.gap')}>
          <Box sx={{ ...gapPattern, ...swatch }} />
        </Key>
      )}
      {provisional && (
        <Key text={t('design.curve.provisional')}>
          <Box sx={{ ...provisionalPattern, ...swatch, height: 6 }} />
        </Key>
      )}
    </Box>
  );
}

function Key({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'center' }}>
      {children}
      <Typography variant="caption">{text}</Typography>
    </Box>
  );
}
