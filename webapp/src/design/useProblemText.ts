import type { Formats } from '@openpmo/ui/formats/bind';
import { isDay } from '@openpmo/ui/formats/date';
import { useFormats, useTranslator } from '@openpmo/ui/i18n/context';
import { problemText, type Translatable, type Translator } from '@openpmo/ui/i18n/translator';
import { useCallback } from 'react';

/** An instant with its offset; its clock is the operator's. */
const instant = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}(?:Z|[+-]\d{2}:\d{2})$/;
const decimal = /^-?\d+\.\d+$/;

/** One parameter as people read it: days, amounts, and names of fields and usages. */
function spoken(name: string, value: unknown, translator: Translator, formats: Formats): unknown {
  if (Array.isArray(value) && value.length > 0)
    return value.map((one) => spoken(name, one, translator, formats)).join(', ');
  if (typeof value !== 'string') return value;
  if (name === 'fields') return translator.any(`parties.field.${value}`, {}, value);
  if (name === 'usage') return translator.any(`enums.Usage.${value}`, {}, value);
  if (isDay(value)) return formats.day(value);
  const clock = name === 'value' ? null : instant.exec(value);
  if (clock?.[1]) return `${formats.day(clock[1])} ${clock[2]}`;
  if (decimal.test(value)) return formats.number(Number(value), 2, 6);
  return value;
}

/**
 * Puts a problem into words with its parameters as people write them: 14/10/2026 and
 * 0,12 instead of 2026-10-14 and 0.12. Every listed day is named.
 */
export function problemWords(translator: Translator, formats: Formats, problem: Translatable | undefined): string {
  const params = Object.entries(problem?.params ?? {}).map(([name, value]) => [
    name,
    spoken(name, value, translator, formats),
  ]);
  return problemText(translator, problem && { ...problem, params: Object.fromEntries(params) });
}

/** The function that turns a problem into its text, in the language and zone of the page. */
export function useProblemText(): (problem: Translatable | undefined) => string {
  const translator = useTranslator();
  const formats = useFormats();
  return useCallback((problem) => problemWords(translator, formats, problem), [translator, formats]);
}
