import { makeTexts } from '@openpmo/ui/i18n/areas';

/** The texts of this application: `LanguageGate` opens languages, pages ask for areas. */
export const texts = makeTexts();
