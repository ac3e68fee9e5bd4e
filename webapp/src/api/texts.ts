import { makeTexts } from '@openpmo/ui/i18n/areas';

/** The texts of this application: `LanguageGate` opens languages, pages ask for areas. */
export const texts = makeTexts();

let asked: Promise<void> | undefined;

/** The words of refusals, which are many and seldom told: fetched once, when the first is to be told. Without them the server's own words are told. */
export function refusalTexts(): Promise<void> {
  asked ??= texts.need(['errors']).catch(() => {
    asked = undefined;
  });
  return asked;
}
