import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react';
import { bindFormats, type Formats } from '../formats/bind';
import type { Translator } from './translator';

/** The zone where nothing better is known: the French operators'. */
export const defaultZone = 'Europe/Paris';

interface I18n {
  translator: Translator;
  formats: Formats;
}

const I18nContext = createContext<I18n | undefined>(undefined);

/** Gives texts and formats to everything below. Nest one with a zone under an operation's pages. */
export function I18nProvider(props: { translator: Translator; zone?: string | undefined; children: ReactNode }) {
  const { translator, zone = defaultZone, children } = props;
  const value = useMemo(() => ({ translator, formats: bindFormats(translator.locale, zone) }), [translator, zone]);
  return createElement(I18nContext, { value }, children);
}

function useI18n(): I18n {
  const found = useContext(I18nContext);
  if (!found) throw new Error('no I18nProvider above');
  return found;
}

export const useTranslator = (): Translator => useI18n().translator;

/** The function that turns a key into its text. */
export const useT = (): Translator['t'] => useI18n().translator.t;

/** Formats bound to the language and to the operation's zone. */
export const useFormats = (): Formats => useI18n().formats;
