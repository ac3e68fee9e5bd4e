import { useTranslator } from '@openpmo/ui/i18n/context';
import { problemText, type Spelled, type Translatable } from '@openpmo/ui/i18n/translator';
import { useCallback } from 'react';

/** Fields of issuers and clients, called as their form calls them. */
export const partyFields: Spelled = { fields: 'parties.field' };

/** The function that turns a problem into its text, in the language of the page. */
export function useProblemText(): (problem: Translatable | undefined) => string {
  const translator = useTranslator();
  return useCallback((problem) => problemText(translator, problem, partyFields), [translator]);
}
