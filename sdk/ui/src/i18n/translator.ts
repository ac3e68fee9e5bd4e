import Polyglot from 'node-polyglot';
import { addDays, formatDay, formatDayRange, isDay } from '../formats/date';
import { formatNumber, type Locale } from '../formats/number';
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
  const text =
    notFound[locale] === 'fr'
      ? (key: string, params?: Params) => elided(polyglot.t(key, params && marked(params)))
      : (key: string, params?: Params) => polyglot.t(key, params);
  return {
    locale,
    t: text,
    has: (key) => polyglot.has(key),
    any: (key, params, fallback) => (polyglot.has(key) ? text(key, params) : (fallback ?? key)),
    extend,
  };
}

/** Stands before a value that begins with a vowel, until the text is whole: a character that no text has. */
const vowel = '\uE001';
const begins = /^[aeiouyàâäéèêëîïôöùûœæ]/i;

function marked(params: Params): Params {
  const out: Params = {};
  for (const [name, value] of Object.entries(params)) {
    out[name] = typeof value === 'string' && begins.test(value) ? vowel + value : value;
  }
  return out;
}

/** « de %{name} » is « d’Enedis » in French, and « de Mairie ». */
const elided = (text: string) =>
  text.includes(vowel)
    ? text.replace(new RegExp(`\\b([Dd]|[Qq]u|[Ll]orsqu|[Pp]uisqu)e ${vowel}`, 'g'), '$1’').replaceAll(vowel, '')
    : text;

/** What a problem needs to be put into words: the body of the contract's errors. */
export interface Translatable {
  key?: string | undefined;
  detail?: string | undefined;
  params?: Record<string, unknown> | undefined;
}

/**
 * The words of a problem: the catalogue's by key, else the server's detail, as before the
 * sign-in, where most errors have no text yet, else the default text. Its parameters are written as people write them: 14/10/2026, 0,12, octobre 2026; `more`
 * are those whose texts the page has loaded.
 */
export function problemText(translator: Translator, problem: Translatable | undefined, more: Spelled = {}): string {
  // No server puts it into words.
  if (problem?.key === 'network') return translator.t('shell.error.network');
  const fallback = problem?.detail ?? translator.any('errors.default', {}, translator.t('shell.error.title'));
  if (!problem?.key) return fallback;
  return withoutEmpty(
    translator.any(`errors.${problem.key}`, textParams(translator, { ...spelled, ...more }, problem.params), fallback),
  );
}

/** Stands for a list without entries, a character that no text has. */
const nothing = '\uE000';
const emptySentence = new RegExp(`[^.]*${nothing}[^.]*\\.?`, 'g');

/** Leaves out the sentences that would list nothing. */
const withoutEmpty = (text: string) => (text.includes(nothing) ? text.replace(emptySentence, '').trim() : text);

/** Lists over four entries end in an ellipsis, as the specification asks for dates; days are named by their ranges. */
const listedAtMost = 4;

/** Parameters whose values are words of the contract, and what the keys of their texts begin with. */
export type Spelled = Partial<Record<string, string>>;

/** Those whose texts every page has. */
const spelled: Spelled = {
  usage: 'enums.Usage',
  nature: 'enums.Nature',
  dso: 'enums.Dso',
  method: 'enums.PaymentMethod',
};

/** An instant with its offset; its clock is the operator's. */
const instant = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}(?:Z|[+-]\d{2}:\d{2})$/;
const month = /^\d{4}-\d{2}$/;
const decimal = /^-?\d+\.\d+$/;
/** From here on digits are grouped; shorter numbers may be years, lines or lengths. */
const grouped = 10_000;

function spoken({ locale, any }: Translator, known: Spelled, name: string, value: unknown): string {
  if (typeof value === 'number') {
    return Math.abs(value) >= grouped || !Number.isInteger(value) ? formatNumber(value, locale, 0, 6) : String(value);
  }
  const text = String(value);
  // What a file or a request says, letter for letter.
  if (name === 'value') return text;
  const words = known[name];
  if (words) return any(`${words}.${text}`, {}, text);
  if (isDay(text)) return formatDay(text, locale);
  if (name === 'month' && month.test(text)) return formatDay(`${text}-01`, locale, 'month');
  const clock = instant.exec(text);
  if (clock?.[1]) return `${formatDay(clock[1], locale)} ${clock[2]}`;
  return decimal.test(text) ? formatNumber(Number(text), locale, 2, 6) : text;
}

/** Three days in a row and more are said by the first and the last of them. */
function dayRanges(days: readonly string[], locale: Locale): string {
  const ranges: { from: string; to: string }[] = [];
  for (const day of [...days].sort()) {
    const last = ranges.at(-1);
    if (last && day <= addDays(last.to, 1)) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges
    .flatMap(({ from, to }) => {
      if (addDays(from, 1) < to) return formatDayRange(from, to, locale);
      return from === to ? formatDay(from, locale) : [formatDay(from, locale), formatDay(to, locale)];
    })
    .join(', ');
}

function listed(translator: Translator, known: Spelled, name: string, values: readonly unknown[]): string {
  if (values.length === 0) return nothing;
  const days = values.filter((one): one is string => typeof one === 'string' && isDay(one));
  if (days.length > 1 && values.every((one) => one === '…' || days.includes(String(one)))) {
    return dayRanges(days, translator.locale) + (days.length < values.length ? ', …' : '');
  }
  const most = name === 'fields' ? values.length : listedAtMost;
  const words = values.slice(0, most).map((one) => spoken(translator, known, name, one));
  return words.join(', ') + (values.length > most ? '…' : '');
}

function textParams(translator: Translator, known: Spelled, params: Record<string, unknown> = {}): Params {
  const out: Params = {};
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue;
    out[name] = Array.isArray(value) ? listed(translator, known, name, value) : spoken(translator, known, name, value);
  }
  return out;
}
