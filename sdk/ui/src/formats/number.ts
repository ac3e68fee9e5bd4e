/** Languages of the product; fr-BE reads and counts like French. */
export type Locale = 'fr' | 'fr-BE' | 'nl';

/** Narrow no-break space: between thousands, and between a number and its unit. */
export const thinSpace = '\u202f';
export const noBreakSpace = '\u00a0';

/** What Intl is asked for: both Belgian languages write decimals with a comma. */
export const intlLocale: Record<Locale, string> = { fr: 'fr-FR', 'fr-BE': 'fr-BE', nl: 'nl-BE' };

const cache = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: Locale, min: number, max: number): Intl.NumberFormat {
  const key = `${locale} ${min} ${max}`;
  let format = cache.get(key);
  if (!format) {
    format = new Intl.NumberFormat(intlLocale[locale], { minimumFractionDigits: min, maximumFractionDigits: max });
    cache.set(key, format);
  }
  return format;
}

/**
 * A number with at least min and at most max decimals, thousands separated by narrow
 * spaces in every language (specification section 9), minus as U+2212.
 */
export function formatNumber(value: number, locale: Locale, min = 0, max = min): string {
  return numberFormat(locale, min, max)
    .formatToParts(value)
    .map((part) => (part.type === 'group' ? thinSpace : part.type === 'minusSign' ? '\u2212' : part.value))
    .join('')
    .replace(/^\u2212(0(?:[,.]0+)?)$/, '$1');
}
