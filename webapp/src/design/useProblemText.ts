import { asApiError } from '@openpmo/sdk';
import { useTranslator } from '@openpmo/ui/i18n/context';
import { problemText, type Spelled, type Translatable, type Translator } from '@openpmo/ui/i18n/translator';
import { use, useCallback } from 'react';
import { refusalTexts } from '../api/texts';

/** Fields of issuers and clients, called as their form calls them. */
export const partyFields: Spelled = { fields: 'parties.field' };

let drawn: Promise<void> | undefined;

/** For what draws words of refusals before anything was refused: it is drawn once they are there. */
export function useRefusalTexts(): void {
  const { has } = useTranslator();
  if (!drawn && has('errors.default')) return;
  drawn ??= refusalTexts();
  use(drawn); // asked again where a drawing that waited is repeated: React wants the same questions
}

/** The function that turns a problem which an answer tells into its text, in the language of the page. */
export function useProblemText(): (problem: Translatable | undefined) => string {
  useRefusalTexts();
  return useErrorText();
}

const isProblem = (told: unknown): told is Translatable => typeof told === 'object' && told !== null && 'key' in told;

/** The words of what a call threw, or of one of the problems that it is made of. */
export function errorText(translator: Translator, told: unknown): string {
  const failure = asApiError(told);
  const problem = failure ? (failure.problem ?? { key: failure.key }) : isProblem(told) ? told : undefined;
  return problemText(translator, problem, partyFields);
}

/** `errorText` in the language of the page. What was thrown brought its words along. */
export function useErrorText(): (told: unknown) => string {
  const translator = useTranslator();
  return useCallback((told) => errorText(translator, told), [translator]);
}
