import type { Locale } from '../formats/number';
import { type Area, type Catalogue, firstAreas, loadArea, loadFirst, loadSignedIn, signedInAreas } from './catalogues';
import { makeTranslator, type Translator } from './translator';

/** How texts are fetched; tests put their own in its place. */
interface Source {
  first(locale: Locale): Promise<Catalogue[]>;
  signedIn(locale: Locale): Promise<Catalogue[]>;
  area(locale: Locale, area: Area): Promise<Catalogue[]>;
}

/** The texts of a person: the areas that pages asked for, in each language that was opened. */
export interface Texts {
  /** The translator of a language, once it has all areas that were asked for until now. */
  open(locale: Locale): Promise<Translator>;
  /** Resolves when every opened language has these areas: a page waits for it, so that no key is ever seen. */
  need(areas: readonly Area[]): Promise<void>;
}

/** What is fetched at once. */
type Part = Area | 'first' | 'signedIn';

const holds = (areas: readonly Area[], area: Area) => areas.includes(area);

function partOf(area: Area): Part {
  if (holds(firstAreas, area)) return 'first';
  return holds(signedInAreas, area) ? 'signedIn' : area;
}

interface Opened {
  translator: Translator;
  parts: Map<Part, Promise<void>>;
}

/** Nothing is fetched twice; what failed is fetched again when it is asked for again. */
export function makeTexts(source: Source = { first: loadFirst, signedIn: loadSignedIn, area: loadArea }): Texts {
  const needed = new Set<Part>(['first']);
  const opened = new Map<Locale, Opened>();

  const load = (locale: Locale, part: Part): Promise<Catalogue[]> =>
    part === 'first' || part === 'signedIn' ? source[part](locale) : source.area(locale, part);

  const add = (locale: Locale, { translator, parts }: Opened, part: Part): Promise<void> => {
    let added = parts.get(part);
    if (!added) {
      added = load(locale, part).then(
        (catalogues) => translator.extend(catalogues),
        (failure) => {
          parts.delete(part);
          throw failure;
        },
      );
      parts.set(part, added);
    }
    return added;
  };
  const fill = (locale: Locale, one: Opened) => Promise.all([...needed].map((part) => add(locale, one, part)));

  return {
    async open(locale) {
      const one = opened.get(locale) ?? { translator: makeTranslator(locale, []), parts: new Map() };
      opened.set(locale, one);
      await fill(locale, one);
      return one.translator;
    },
    async need(areas) {
      for (const area of areas) needed.add(partOf(area));
      await Promise.all([...opened].map(([locale, one]) => fill(locale, one)));
    },
  };
}
