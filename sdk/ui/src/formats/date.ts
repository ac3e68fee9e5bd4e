import { intlLocale, type Locale } from './number';

/** A civil day as the contract writes it, YYYY-MM-DD. */
export type Day = string;

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dayMs = 86_400_000;

/** Days since 1970-01-01 of a civil day; undefined when there is no such day. */
export function dayNumber(day: Day): number | undefined {
  const [, y, m, d] = dayPattern.exec(day) ?? [];
  if (!y || !m || !d) return undefined;
  const ms = Date.UTC(Number(y), Number(m) - 1, Number(d));
  return new Date(ms).toISOString().slice(0, 10) === day ? ms / dayMs : undefined;
}

export const isDay = (day: string): boolean => dayNumber(day) !== undefined;

const typed = /^(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})|(\d{2})(\d{2})(\d{4}))$/;

/**
 * The day that a person typed: 31/10/2026, 31-10-2026, 31.10.2026, 31102026 or 2026-10-31. Years have four digits:
 * a century is not guessed.
 */
export function readDay(text: string): Day | undefined {
  const [, isoYear, isoMonth, isoDay, d, m, y, dd, mm, yyyy] = typed.exec(text.trim()) ?? [];
  const day = [isoYear ?? y ?? yyyy, (isoMonth ?? m ?? mm)?.padStart(2, '0'), (isoDay ?? d ?? dd)?.padStart(2, '0')];
  const read = day.join('-');
  return isDay(read) ? read : undefined;
}

const toDay = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** The civil day n days after (or before) a day. */
export function addDays(day: Day, n: number): Day {
  return toDay(((dayNumber(day) ?? 0) + n) * dayMs);
}

/** The same day n months on, or the last day of that month when it is shorter. */
export function addMonths(day: Day, n: number): Day {
  const from = new Date((dayNumber(day) ?? 0) * dayMs);
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + n + 1, 0)).getUTCDate();
  return toDay(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + n, Math.min(from.getUTCDate(), last)));
}

/** Number of days from one day to another, both included. */
export function daysBetween(from: Day, to: Day): number {
  return (dayNumber(to) ?? 0) - (dayNumber(from) ?? 0) + 1;
}

/** The civil day of an instant in a zone. */
export function dayIn(instant: Date | string, zone: string): Day {
  return format('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: zone }).format(
    new Date(instant),
  );
}

const cache = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let found = cache.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale, options);
    cache.set(key, found);
  }
  return found;
}

export const dayStyles = {
  /** 31/10/2026 */
  numeric: { day: '2-digit', month: '2-digit', year: 'numeric' },
  /** 31 oct. 2026 */
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  /** samedi 31 octobre 2026 */
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** octobre 2026 */
  month: { month: 'long', year: 'numeric' },
  /** oct. 2026 */
  monthMedium: { month: 'short', year: 'numeric' },
  /** octobre */
  monthName: { month: 'long' },
  /** oct. */
  monthShort: { month: 'short' },
  /** 31 oct. */
  short: { day: 'numeric', month: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DayStyle = keyof typeof dayStyles;

/** French says the first of a month as an ordinal: "1er nov. 2026". In figures it stays 01. */
function spoken(parts: readonly { type: string; value: string }[], locale: Locale): string {
  const first = locale.startsWith('fr') ? '1er' : '1';
  return parts.map(({ type, value }) => (type === 'day' && value === '1' ? first : value)).join('');
}

/** A civil day for people. It has no zone: the same day everywhere. */
export function formatDay(day: Day, locale: Locale, style: DayStyle = 'numeric'): string {
  const n = dayNumber(day);
  if (n === undefined) return day;
  return spoken(format(intlLocale[locale], { ...dayStyles[style], timeZone: 'UTC' }).formatToParts(n * dayMs), locale);
}

/** First and last day, sharing what they have in common ("1–31 oct. 2026"). */
export function formatDayRange(from: Day, to: Day, locale: Locale): string {
  const [a, b] = [dayNumber(from), dayNumber(to)];
  if (a === undefined || b === undefined) return `${from} – ${to}`;
  const parts = format(intlLocale[locale], { ...dayStyles.medium, timeZone: 'UTC' }).formatRangeToParts(
    a * dayMs,
    b * dayMs,
  );
  return spoken(parts, locale);
}

/** An instant as day and time of the operator's zone. */
export function formatInstant(
  instant: Date | string,
  locale: Locale,
  zone: string,
  style: DayStyle = 'medium',
): string {
  const options = { ...dayStyles[style], hour: '2-digit', minute: '2-digit', timeZone: zone } as const;
  return spoken(format(intlLocale[locale], options).formatToParts(new Date(instant)), locale);
}

/** Hour and minute of an instant in the operator's zone. */
export function formatTime(instant: Date | string, locale: Locale, zone: string): string {
  return format(intlLocale[locale], { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(new Date(instant));
}
