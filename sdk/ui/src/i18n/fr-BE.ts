import { byArea } from './byArea';

/** Belgian French: only what differs from French. */
export const frBE = byArea(
  import.meta.glob<Record<string, string>>('../../catalogues/fr-BE/*.json', { import: 'default', eager: true }),
);
