import type { Formats } from '@openpmo/ui/formats/bind';
import { type NatureKey, natureColours, natureMarks } from '@openpmo/ui/theme/natures';
import { neutrals, type Scheme } from '@openpmo/ui/theme/tokens';
import uPlot from 'uplot';
import { drawMarks, drawProvisional, hatch } from './curveMarks';
import type { DrawnCurve } from './drawnCurve';

export interface PlotHandlers {
  onCursor: (at: { index: number; left: number; top: number } | undefined) => void;
  onStretch: (fromSeconds: number, toSeconds: number) => void;
}

interface PlotInput extends PlotHandlers {
  curve: DrawnCurve;
  scheme: Scheme;
  formats: Formats;
  width: number;
  height: number;
}

/** Colours are baked when uPlot is made, so a change of theme makes new options. */
export function plotOptions({ curve, scheme, formats, width, height, onCursor, onStretch }: PlotInput): uPlot.Options {
  return {
    width,
    height,
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), curve.zone),
    fmtDate: fmtDate(formats.locale),
    scales: {
      y: { range: (_, min, max) => [Math.min(0, min ?? 0), max > 0 ? max * 1.08 : 1] },
      // A bar at either end is as wide as the others.
      ...(inBars(curve) ? { x: { range: (_, min, max) => [min - halfStep(curve), max + halfStep(curve)] } } : {}),
    },
    series: [
      {},
      ...curve.series.map(({ nature }) => seriesOf(nature, curve, scheme)),
      ...(curve.compared?.series ?? []).map(({ nature }) => comparedSeries(nature, scheme)),
    ],
    bands: surplusBand(curve, scheme),
    axes: axesOf(curve, scheme, formats),
    cursor: { y: false, drag: { x: true, y: false, setScale: false }, points: { size: 7 } },
    hooks: {
      drawClear: [(plot) => drawProvisional(plot, curve, scheme)],
      draw: [(plot) => drawMarks(plot, curve, scheme)],
      setCursor: [
        ({ cursor: { idx, left = -1, top = -1 } }) =>
          onCursor(idx === null || idx === undefined || left < 0 ? undefined : { index: idx, left, top }),
      ],
      setSelect: [
        (plot) => {
          const { left, width: wide } = plot.select;
          if (wide >= 6) onStretch(plot.posToVal(left, 'x'), plot.posToVal(left + wide, 'x'));
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/** Aligned data as uPlot takes it. */
export const plotData = (curve: DrawnCurve): uPlot.AlignedData => [
  curve.times,
  ...[...curve.series, ...(curve.compared?.series ?? [])].map(({ values }) => values),
];

/** Days and months are bars, what is shorter is a line. */
export const inBars = ({ step }: Pick<DrawnCurve, 'step'>): boolean => step.startsWith('P') && !step.startsWith('PT');

const halfStep = ({ times }: DrawnCurve): number => ((times[1] ?? 86_400) - (times[0] ?? 0)) / 2;

/**
 * What is used stands left of the middle of its day with what was shared of it, what is made right of it
 * with what was left over of it.
 */
const barSides: Partial<Record<NatureKey, -1 | 1>> = { Conso: -1, Autoconso: -1, complement: -1, Prod: 1, Surplus: 1 };

function barsOf(nature: NatureKey, curve: DrawnCurve, scheme: Scheme): uPlot.Series {
  const colour = natureColours[scheme][nature];
  const side = barSides[nature];
  // A series of a side of its own is a line over the bars.
  if (side === undefined) return { stroke: colour, width: 1.75, points: { show: false }, spanGaps: false };
  const both = curve.series.some((one) => barSides[one.nature] === -(side ?? 0));
  const pattern = nature === 'Surplus' ? hatch(colour, 0.75, `${colour}59`) : undefined;
  return {
    stroke: colour,
    width: nature === 'complement' ? 1 : 0,
    ...(nature === 'complement' ? { dash: [2, 3] } : { fill: (() => pattern ?? colour) as unknown as string }),
    points: { show: false },
    paths: uPlot.paths.bars?.({ size: [both ? 0.4 : 0.7, 36], align: both ? side : 0 }),
  } as uPlot.Series;
}

const indexOf = (curve: DrawnCurve, nature: NatureKey) => 1 + curve.series.findIndex((s) => s.nature === nature);

function seriesOf(nature: NatureKey, curve: DrawnCurve, scheme: Scheme): uPlot.Series {
  if (inBars(curve)) return barsOf(nature, curve, scheme);
  const colour = natureColours[scheme][nature];
  const { form, dash } = natureMarks[nature];
  // Surplus is the band between production and what was shared; alone, it is a line.
  const asBand = nature === 'Surplus' && surplusBand(curve, scheme).length > 0;
  return {
    show: !asBand,
    stroke: colour,
    width: form === 'area' ? 1 : 1.75,
    points: { show: false },
    spanGaps: false,
    ...(dash ? { dash } : {}),
    ...(form === 'area' ? { fill: `${colour}8c` } : {}),
  };
}

function surplusBand(curve: DrawnCurve, scheme: Scheme): uPlot.Band[] {
  const [prod, shared] = [indexOf(curve, 'Prod'), indexOf(curve, 'Autoconso')];
  if (prod === 0 || shared === 0 || inBars(curve)) return [];
  const pattern = hatch(natureColours[scheme].Surplus, 0.75, `${natureColours[scheme].Surplus}2e`);
  // uPlot hands a band's fill to the canvas as it is, a pattern included.
  return [{ series: [prod, shared], fill: () => pattern as unknown as string }];
}

/** Thin and broken, in the hue of its nature: what was, beside what is. */
const comparedSeries = (nature: NatureKey, scheme: Scheme): uPlot.Series => ({
  stroke: `${natureColours[scheme][nature]}99`,
  width: 1,
  dash: [5, 3],
  points: { show: false },
  spanGaps: false,
});

function axesOf(curve: DrawnCurve, scheme: Scheme, formats: Formats): uPlot.Axis[] {
  const n = neutrals[scheme];
  const common = {
    stroke: n.textSecondary,
    font: '12px "Inter Variable", sans-serif',
    ticks: { show: false },
  };
  const tall = highest(curve);
  const decimals = tall < 1 ? 2 : tall < 10 ? 1 : 0;
  return [
    { ...common, size: 44, gap: 9, grid: { show: false } },
    {
      ...common,
      size: 76,
      grid: { stroke: n.divider, width: 1 },
      values: (_, ticks) => ticks.map((tick) => `${formats.number(tick, 0, decimals)} ${curve.unit}`),
    },
  ];
}

/** A year of quarter-hours has more values than a call can take arguments. */
const highest = (curve: DrawnCurve): number =>
  [...curve.series, ...(curve.compared?.series ?? [])].reduce(
    (most, { values }) => values.reduce<number>((max, value) => Math.max(max, value ?? 0), most),
    0,
  );

/** Month and day names of the axis in the reader's language. */
function fmtDate(locale: string): (template: string) => (date: Date) => string {
  const part = (date: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options).format(date);
  return (template) => (date) =>
    template
      .replaceAll('{M}/{D}/{YY}', part(date, { day: 'numeric', month: 'short', year: 'numeric' }))
      .replaceAll('{YYYY}', String(date.getFullYear()))
      .replaceAll('{YY}', String(date.getFullYear()).slice(2))
      .replaceAll('{MMM}', part(date, { month: 'short' }))
      .replaceAll('{M}/{D}', part(date, { day: 'numeric', month: 'short' }))
      .replaceAll('{h}{aa}', `${String(date.getHours()).padStart(2, '0')}:00`)
      .replaceAll(
        '{h}:{mm}{aa}',
        `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`,
      );
}
