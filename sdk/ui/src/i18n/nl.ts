import { byArea } from './byArea';
import type { fr } from './fr';

/** The Dutch catalogue: the same keys as the French one (tested). */
export const nl = byArea(
  import.meta.glob<Record<string, string>>('../../catalogues/nl/*.json', { import: 'default', eager: true }),
) as unknown as typeof fr;
