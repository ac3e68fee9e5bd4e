import type { Schemas } from '@openpmo/sdk';
import type { Catalogue } from '@openpmo/ui/i18n/catalogues';
import { makeTranslator, type Translator } from '@openpmo/ui/i18n/translator';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { I18nProvider, TranslationMessages } from 'react-admin';

export type Language = Schemas['Language'];

/** Each language by its own name, so that everybody finds theirs. */
export const languages: readonly { value: Language; name: string }[] = [
  { value: 'fr', name: 'Français' },
  { value: 'nl', name: 'Nederlands' },
];

/** Shared with the operator application: one choice for the device. */
const key = 'pmo-language';

export function chosenLanguage(): Language {
  return globalThis.localStorage?.getItem(key) === 'nl' ? 'nl' : 'fr';
}

export function keepLanguage(language: Language): void {
  globalThis.localStorage?.setItem(key, language);
}

/** The words of one language, for our own components and for react-admin's. */
export interface Texts {
  language: Language;
  translator: Translator;
  i18nProvider: I18nProvider;
}

interface Words {
  catalogue: Catalogue;
  reactAdmin: TranslationMessages;
}

/** Only the areas of the back-office, so that those of the operator application do not weigh on it. */
async function loadWords(language: Language): Promise<Words> {
  switch (language) {
    case 'fr': {
      const { french, reactAdminFrench } = await import('./french');
      return { catalogue: french, reactAdmin: reactAdminFrench };
    }
    case 'nl': {
      const { dutch, reactAdminDutch } = await import('./dutch');
      return { catalogue: dutch, reactAdmin: reactAdminDutch };
    }
    default:
      return language satisfies never;
  }
}

/**
 * Loads a language. The area `admin` also lies at the root, where react-admin looks up
 * `resources.operations.fields.name`; what it says under `ra.` replaces react-admin's own.
 */
export async function loadTexts(language: Language): Promise<Texts> {
  const { catalogue, reactAdmin } = await loadWords(language);
  const messages = { ...reactAdmin, ...overrides(catalogue.admin) } as TranslationMessages;
  return {
    language,
    translator: makeTranslator(language, [catalogue]),
    i18nProvider: polyglotI18nProvider(() => messages, language, [], { allowMissing: true }),
  };
}

/** Polyglot flattens trees in order, so that these later flat keys win. */
const overrides = (admin: Partial<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(admin).filter(([name]) => /^(resources|ra)\./.test(name)));
