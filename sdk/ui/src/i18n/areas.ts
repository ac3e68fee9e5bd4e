import type { Locale } from '../formats/number';
import { type Area, type Catalogue, firstAreas, loadArea, loadFirst } from './catalogues';
import { makeTranslator, type Translator } from './translator';

/** How texts are fetched; tests put their own in its place. */
interface Source {
  first(locale: Locale): Promise<Catalogue[]>;
  area(locale: Locale, area: Area): Promise<Catalogue[]>;
}

/** The texts of a person: the areas that pages asked for, in each language that was opened. */
export interface Texts {
  /** The translator of a language, once it has all areas that were asked for until now. */
  open(locale: Locale): Promise<Translator>;
  /** Resolves when every opened language has these areas: a page waits for it, so that no key is ever seen. */
  need(areas: readonly Area[]): Promise<void>;
}

interface Opened {
  translator: Translator;
  areas: Map<Area | 'first', Promise<void>>;
}

/** Nothing is fetched twice; what failed is fetched again when it is asked for again. */
export function makeTexts(source: Source = { first: loadFirst, area: loadArea }): Texts {
  const needed = new Set<Area>();
  const opened = new Map<Locale, Opened>();

  const add = (locale: Locale, { translator, areas }: Opened, area: Area | 'first'): Promise<void> => {
    let added = areas.get(area);
    if (!added) {
      added = (area === 'first' ? source.first(locale) : source.area(locale, area)).then(
        (catalogues) => translator.extend(catalogues),
        (failure) => {
          areas.delete(area);
          throw failure;
        },
      );
      areas.set(area, added);
    }
    return added;
  };
  const fill = (locale: Locale, one: Opened) =>
    Promise.all((['first', ...needed] as const).map((area) => add(locale, one, area)));

  return {
    async open(locale) {
      const one = opened.get(locale) ?? { translator: makeTranslator(locale, []), areas: new Map() };
      opened.set(locale, one);
      await fill(locale, one);
      return one.translator;
    },
    async need(areas) {
      for (const area of areas) if (!(firstAreas as readonly Area[]).includes(area)) needed.add(area);
      await Promise.all([...opened].map(([locale, one]) => fill(locale, one)));
    },
  };
}
