import type { Locale } from '../formats/number';

/** What the choice of a language needs to know (specification section 1). */
export interface Speaker {
  language?: string | undefined;
}

/**
 * Dutch when it is selected; else Belgian French as soon as one operation is in Belgium;
 * else French.
 */
export function pickLocale(user: Speaker | undefined, operations: readonly { country?: string | undefined }[]): Locale {
  if (user?.language?.toLowerCase().startsWith('nl')) return 'nl';
  return operations.some((operation) => operation.country === 'BE') ? 'fr-BE' : 'fr';
}
