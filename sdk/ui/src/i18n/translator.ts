import Polyglot from 'node-polyglot';
import type { Locale } from '../formats/number';
import type { Catalogue, MessageKey } from './catalogues';

export type Params = Record<string, string | number | undefined> & { smart_count?: number };

/** Looks texts up by key; `has` and `any` take keys that are only known at run time. */
export interface Translator {
  locale: Locale;
  t(key: MessageKey, params?: Params): string;
  has(key: string): boolean;
  /** The text of a key that came over the wire, or the fallback. */
  any(key: string, params?: Params, fallback?: string): string;
  /** Adds texts; later catalogues win over earlier ones. */
  extend(catalogues: readonly Catalogue[]): void;
}

const notFound = { fr: 'fr', 'fr-BE': 'fr', nl: 'nl' } as const;

/** A missing key gives the key itself, never an exception. */
export function makeTranslator(locale: Locale, catalogues: readonly Catalogue[]): Translator {
  const polyglot = new Polyglot({ locale: notFound[locale], onMissingKey: (key) => key });
  const extend = (more: readonly Catalogue[]) => {
    for (const catalogue of more) polyglot.extend(catalogue as Record<string, unknown>);
  };
  extend(catalogues);
  const text = (key: string, params?: Params) => polyglot.t(key, params);
  return {
    locale,
    t: text,
    has: (key) => polyglot.has(key),
    any: (key, params, fallback) => (polyglot.has(key) ? text(key, params) : (fallback ?? key)),
    extend,
  };
}

/** What a problem needs to be put into words: the body of the contract's errors. */
export interface Translatable {
  key?: string | undefined;
  detail?: string | undefined;
  params?: Record<string, unknown> | undefined;
}

/** The words of a problem: the catalogue's by key, else the server's detail, else the default text. */
export function problemText(translator: Translator, problem: Translatable | undefined): string {
  const fallback = problem?.detail ?? translator.t('errors.default');
  if (!problem?.key) return fallback;
  return withoutEmpty(translator.any(`errors.${problem.key}`, textParams(problem.params), fallback));
}

/** Stands for a list without entries, a character that no text has. */
const nothing = '\uE000';
const emptySentence = new RegExp(`[^.]*${nothing}[^.]*\\.?`, 'g');

/** Leaves out the sentences that would list nothing. */
const withoutEmpty = (text: string) => (text.includes(nothing) ? text.replace(emptySentence, '').trim() : text);

/** Lists over four entries end in an ellipsis, as the specification asks for dates. */
const listedAtMost = 4;

function textParams(params: Record<string, unknown> = {}): Params {
  const out: Params = {};
  for (const [name, value] of Object.entries(params)) {
    if (Array.isArray(value) && value.length === 0) {
      out[name] = nothing;
    } else if (Array.isArray(value)) {
      out[name] = value.slice(0, listedAtMost).join(', ') + (value.length > listedAtMost ? '…' : '');
    } else if (typeof value === 'string' || typeof value === 'number') {
      out[name] = value;
    } else if (value !== undefined && value !== null) {
      out[name] = String(value);
    }
  }
  return out;
}
