import { type NatureKey, natureMarks } from '@openpmo/ui/theme/natures';

/** The same second cue as in curves and legends: hatched, dotted, or plain. */
export function natureFill(nature: NatureKey) {
  const colour = `var(--mui-palette-nature-${nature})`;
  const tint = `color-mix(in srgb, ${colour} 30%, transparent)`;
  switch (natureMarks[nature].form) {
    case 'band':
      return { background: `repeating-linear-gradient(135deg, ${colour} 0 2px, ${tint} 2px 6px)` };
    case 'dotted':
      return { background: `repeating-linear-gradient(90deg, ${colour} 0 2px, ${tint} 2px 5px)` };
    default:
      return { bgcolor: `nature.${nature}` };
  }
}
