import { neutrals } from '@openpmo/ui/theme/tokens';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawMarks, drawProvisional, hatch } from './curveMarks';
import type { DrawnCurve } from './drawnCurve';

/** A context that keeps what is drawn, by name. */
function recorder() {
  const calls: { name: string; style: unknown; args: unknown[] }[] = [];
  const context: Record<string, unknown> = { fillStyle: '', strokeStyle: '', globalAlpha: 1, lineWidth: 1 };
  for (const name of ['save', 'restore', 'beginPath', 'moveTo', 'lineTo', 'stroke', 'fillRect', 'strokeRect']) {
    context[name] = (...args: unknown[]) =>
      calls.push({ name, style: name === 'fillRect' ? context.fillStyle : context.strokeStyle, args });
  }
  context.createPattern = (canvas: unknown, repetition: string) => ({ pattern: canvas, repetition });
  return { context, calls };
}

afterEach(() => vi.restoreAllMocks());

const curve = (quality: 'provisional' | 'estimated') =>
  ({ times: [0, 900, 1800, 2700], marks: [{ quality, from: 2, count: 2 }] }) as unknown as DrawnCurve;
const plotOn = (ctx: unknown) =>
  ({ ctx, bbox: { left: 0, top: 5, width: 400, height: 50 }, valToPos: (at: number) => at / 10 }) as never;

describe('what is hatched', () => {
  it.each(['light', 'dark'] as const)('is drawn by slanted lines of the text colour, %s', (scheme) => {
    const tile = recorder();
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(tile.context as never);
    const plot = recorder();
    drawProvisional(plotOn(plot.context), curve('provisional'), scheme);
    const lines = tile.calls.filter(({ name }) => name === 'lineTo');
    expect(lines.length).toBeGreaterThan(1);
    expect(tile.calls.find(({ name }) => name === 'stroke')?.style).toBe(neutrals[scheme].textSecondary);
    expect(tile.context.globalAlpha).toBeGreaterThanOrEqual(0.3);
    const drawn = plot.calls.filter(({ name }) => name === 'fillRect');
    expect(drawn).toHaveLength(1);
    expect(drawn[0]?.style).toMatchObject({ repetition: 'repeat' });
    expect(drawn[0]?.args).toEqual([135, 5, 180, 50]);
  });

  it('is nothing that is estimated, which has a mark of its own', () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(recorder().context as never);
    const plot = recorder();
    drawProvisional(plotOn(plot.context), curve('estimated'), 'light');
    expect(plot.calls).toEqual([]);
    drawMarks(plotOn(plot.context), curve('estimated'), 'light');
    expect(plot.calls.some(({ name }) => name === 'fillRect')).toBe(true);
  });

  it('falls back to its colour where a canvas cannot draw', () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    expect(hatch('#123456', 0.5)).toBe('#123456');
  });
});
