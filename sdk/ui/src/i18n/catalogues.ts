import type { Locale } from '../formats/number';
import type { fr } from './fr';

type Areas = typeof fr;

/** A part of the catalogue that is loaded at once: the texts of some screens. */
export type Area = keyof Areas;

/** Every key of the French catalogue, as `area.screen.element`. */
export type MessageKey = { [A in Area]: `${A}.${keyof Areas[A] & string}` }[Area];

/** A catalogue: areas of flat keys. fr-BE and nl may be partial at runtime; a test says what is missing. */
export type Catalogue = { [A in Area]?: Partial<Record<string, string>> };

/** What the sign-in and every failure is told with. */
export const firstAreas = ['design', 'formats', 'session', 'shell'] as const;

/** What every page behind the sign-in speaks beside: words of the contract, the list of operations, running work, lists, who is billed. */
export const signedInAreas = ['enums', 'home', 'jobs', 'list', 'parties', 'search'] as const;

/** The other areas, a chunk each. The back-office has its own way; mails and explanations are put into words by the server, which alone speaks English. */
const files = import.meta.glob<Partial<Record<string, string>>>(
  [
    '../../catalogues/*/*.json',
    '!../../catalogues/en/*.json',
    '!../../catalogues/*/{admin,mail,explanation}.json',
    '!../../catalogues/*/{design,enums,formats,home,jobs,list,parties,search,session,shell}.json',
  ],
  { import: 'default' },
);

/** French lies under Belgian French, so that a text is never missing. */
const layers: Record<Locale, readonly Locale[]> = { fr: ['fr'], 'fr-BE': ['fr', 'fr-BE'], nl: ['nl'] };

/** Loads the first areas of a language as one chunk; Belgian French differs in none of them. */
export async function loadFirst(locale: Locale): Promise<Catalogue[]> {
  switch (locale) {
    case 'fr':
    case 'fr-BE':
      return [(await import('./first/fr')).first];
    case 'nl':
      return [(await import('./first/nl')).first];
    default:
      return locale satisfies never;
  }
}

/** Loads the areas behind the sign-in as one chunk; what comes later lies over what comes earlier. */
export async function loadSignedIn(locale: Locale): Promise<Catalogue[]> {
  switch (locale) {
    case 'fr':
      return [(await import('./signedIn/fr')).signedIn];
    case 'fr-BE':
      return Promise.all([import('./signedIn/fr'), import('./signedIn/fr-BE')]).then((all) =>
        all.map(({ signedIn }) => signedIn),
      );
    case 'nl':
      return [(await import('./signedIn/nl')).signedIn];
    default:
      return locale satisfies never;
  }
}

/** Loads one of the other areas, in the same order. */
export async function loadArea(locale: Locale, area: Area): Promise<Catalogue[]> {
  const loads = layers[locale].flatMap((layer) => files[`../../catalogues/${layer}/${area}.json`] ?? []);
  return Promise.all(loads.map(async (load) => ({ [area]: await load() })));
}
