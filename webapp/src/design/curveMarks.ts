import { neutrals, type Scheme, statuses } from '@openpmo/ui/theme/tokens';
import type uPlot from 'uplot';
import type { CurveMark, DrawnCurve } from './drawnCurve';

/** Lines at 45°, as the second cue beside colour. */
export function hatch(colour: string, alpha: number, ground?: string): CanvasPattern | string {
  const size = 8 * (globalThis.devicePixelRatio || 1);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) return colour;
  if (ground) {
    context.fillStyle = ground;
    context.fillRect(0, 0, size, size);
  }
  context.globalAlpha = alpha;
  context.strokeStyle = colour;
  context.lineWidth = size / 8;
  for (const offset of [-size, 0, size]) {
    context.beginPath();
    context.moveTo(offset, size);
    context.lineTo(offset + size, 0);
    context.stroke();
  }
  return context.createPattern(canvas, 'repeat') ?? colour;
}

/** Left edge and width of a stretch on the canvas: from its first step to the one after its last. */
function stretchOf(plot: uPlot, curve: DrawnCurve, { from, count }: CurveMark): [left: number, width: number] {
  const { left, width } = plot.bbox;
  const length = (curve.times[1] ?? 0) - (curve.times[0] ?? 0);
  const at = (index: number) => curve.times[index] ?? (curve.times.at(-1) ?? 0) + length;
  const clamp = (seconds: number) => Math.min(left + width, Math.max(left, plot.valToPos(seconds, 'x', true)));
  // A single step is a point to uPlot: half a step on each side makes it a stretch.
  const [start, end] = [clamp(at(from) - length / 2), clamp(at(from + count) - length / 2)];
  return [start, Math.max(end - start, 1)];
}

/** Below the lines: hatching where values may still change. */
export function drawProvisional(plot: uPlot, curve: DrawnCurve, scheme: Scheme): void {
  const provisional = curve.marks.filter(({ quality }) => quality === 'provisional');
  if (provisional.length === 0) return;
  plot.ctx.save();
  plot.ctx.fillStyle = hatch(neutrals[scheme].textSecondary, 0.4);
  for (const mark of provisional) {
    const [left, width] = stretchOf(plot, curve, mark);
    plot.ctx.fillRect(left, plot.bbox.top, width, plot.bbox.height);
  }
  plot.ctx.restore();
}

/** Along the foot of the plot: suspect steps full, estimated ones half as high, gaps as an empty frame. */
export function drawMarks(plot: uPlot, curve: DrawnCurve, scheme: Scheme): void {
  const { top, height } = plot.bbox;
  const tall = 8 * (globalThis.devicePixelRatio || 1);
  const bottom = top + height;
  plot.ctx.save();
  for (const mark of curve.marks) {
    const [left, width] = stretchOf(plot, curve, mark);
    switch (mark.quality) {
      case 'suspect':
        plot.ctx.fillStyle = statuses[scheme].error;
        plot.ctx.fillRect(left, bottom - tall, Math.max(width, 2), tall);
        break;
      case 'estimated':
        plot.ctx.fillStyle = statuses[scheme].warning;
        plot.ctx.fillRect(left, bottom - tall / 2, Math.max(width, 2), tall / 2);
        break;
      case 'missing':
        plot.ctx.strokeStyle = neutrals[scheme].textSecondary;
        plot.ctx.strokeRect(left, bottom - tall, Math.max(width, 2), tall);
        break;
      case 'provisional':
        break;
      default:
        mark.quality satisfies never;
    }
  }
  plot.ctx.restore();
}
