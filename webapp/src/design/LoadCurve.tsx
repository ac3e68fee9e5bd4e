import Box from '@mui/material/Box';
import type { Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { NatureKey } from '@openpmo/ui/theme/natures';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import { CurveTooltip } from './CurveTooltip';
import { type Curve, type DrawOptions, daysOfStretch, drawCurve, without } from './drawnCurve';
import { useScheme } from './scheme';
import { type PlotHandlers, plotData, plotOptions } from './uplotOptions';
import { paperWidth } from './useWidth';

export interface LoadCurveProps extends DrawOptions {
  curve: Curve;
  height?: number;
  /** Dragging over the curve asks for these days; absent = no zoom. */
  onZoom?: (days: { from: Day; to: Day }) => void;
  /** Natures that are not drawn. */
  hidden?: ReadonlySet<NatureKey>;
}

interface Cursor {
  index: number;
  left: number;
  top: number;
}

/** Lines for consumption and production, area for what was shared, hatched band for the surplus. */
export function LoadCurve({ curve, height = 320, complement = false, compared, onZoom, hidden }: LoadCurveProps) {
  const t = useT();
  const formats = useFormats();
  const scheme = useScheme();
  const drawn = useMemo(
    () => without(drawCurve(curve, { complement, compared }), hidden),
    [curve, complement, compared, hidden],
  );
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const [cursor, setCursor] = useState<Cursor>();
  const handlers = useRef<PlotHandlers>({ onCursor: () => {}, onStretch: () => {} });
  handlers.current = {
    onCursor: setCursor,
    onStretch: (from, to) => onZoom?.(daysOfStretch(drawn, from, to)),
  };
  const printing = usePrinting(host, plot, height);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const options = plotOptions({
      curve: drawn,
      scheme,
      formats,
      height,
      width: widthOf(element, printing.current),
      onCursor: (at) => handlers.current.onCursor(at),
      onStretch: (from, to) => handlers.current.onStretch(from, to),
    });
    const made = new uPlot(options, plotData(drawn), element);
    plot.current = made;
    const observer = new ResizeObserver(() => {
      if (!printing.current) made.setSize({ width: widthOf(element, false), height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [drawn, scheme, formats, height, printing]);
  const label = t('design.curve.label', {
    series: drawn.series.map((s) => t(`enums.Nature.${s.nature}`)).join(', '),
    ...edges(drawn.times, formats.zone, formats.day),
  });
  return (
    <Box
      role="group"
      aria-label={`${label}. ${t('design.curve.keys')}`}
      // Arrows read the values one by one.
      tabIndex={0}
      onKeyDown={(event) => moveCursor(event, plot.current, cursor?.index)}
      onMouseLeave={() => setCursor(undefined)}
      onBlur={() => setCursor(undefined)}
      sx={{
        position: 'relative',
        minWidth: 0,
        '& .uplot': { width: '100%', fontFamily: 'inherit' },
        '& canvas': { maxWidth: '100%' },
      }}
    >
      <div ref={host} aria-hidden />
      <CurveTooltip curve={drawn} cursor={cursor} />
    </Box>
  );
}

/** A sheet is narrower than a screen, and a curve on it lower. */
const partOnPaper = 0.6;

const widthOf = (element: HTMLElement, paper: boolean) =>
  Math.max(200, paper ? Math.min(paperWidth, element.clientWidth) : element.clientWidth);

/** A canvas is not laid out anew for paper, so it is drawn at that width beforehand. */
function usePrinting(host: RefObject<HTMLElement | null>, plot: RefObject<uPlot | undefined>, height: number) {
  const printing = useRef(false);
  useEffect(() => {
    const fit = (paper: boolean) => {
      printing.current = paper;
      const tall = paper ? Math.round(height * partOnPaper) : height;
      if (host.current) plot.current?.setSize({ width: widthOf(host.current, paper), height: tall });
    };
    const [before, after] = [() => fit(true), () => fit(false)];
    globalThis.addEventListener('beforeprint', before);
    globalThis.addEventListener('afterprint', after);
    return () => {
      globalThis.removeEventListener('beforeprint', before);
      globalThis.removeEventListener('afterprint', after);
    };
  }, [host, plot, height]);
  return printing;
}

function edges(times: readonly number[], zone: string, day: (day: Day, style: 'medium') => string) {
  const at = (seconds = 0) => {
    const text = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(seconds * 1000);
    return day(text, 'medium');
  };
  return { from: at(times[0]), to: at(times.at(-1)) };
}

/** Left and right step through the values, Escape lets go. */
function moveCursor(event: KeyboardEvent, plot: uPlot | undefined, index: number | undefined): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!plot || step === undefined) return;
  event.preventDefault();
  const times = plot.data[0];
  const next = Math.min(times.length - 1, Math.max(0, (index ?? (step > 0 ? -1 : times.length)) + step));
  plot.setCursor({ left: plot.valToPos(times[next] ?? 0, 'x'), top: 20 });
}
