import type { Locale } from '../formats/number';
import type { fr } from './fr';

type Areas = typeof fr;

/** Every key of the French catalogue, as `area.screen.element`. */
export type MessageKey = { [A in keyof Areas & string]: `${A}.${keyof Areas[A] & string}` }[keyof Areas & string];

/** A catalogue: areas of flat keys. fr-BE and nl may be partial at runtime; a test says what is missing. */
export type Catalogue = { [A in keyof Areas]?: Partial<Record<string, string>> };

/** Loads one language as its own chunk. French lies under the others, so that a text is never missing. */
export async function loadCatalogue(locale: Locale): Promise<Catalogue[]> {
  const { fr } = await import('./fr');
  switch (locale) {
    case 'fr':
      return [fr];
    case 'fr-BE':
      return [fr, (await import('./fr-BE')).frBE];
    case 'nl':
      return [(await import('./nl')).nl];
    default:
      return locale satisfies never;
  }
}
