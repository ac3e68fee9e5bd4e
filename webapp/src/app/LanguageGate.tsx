import type { Locale } from '@openpmo/ui/formats/number';
import { I18nProvider } from '@openpmo/ui/i18n/context';
import { pickLocale } from '@openpmo/ui/i18n/locale';
import type { Translator } from '@openpmo/ui/i18n/translator';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { speak } from '../api/client';
import { chosenLanguage, useChosenLanguage } from '../api/language';
import { type Operation, operationsQuery, useOperations } from '../api/operations';
import { type Session, sessionQuery, useMaybeSession } from '../api/session';
import { texts } from '../api/texts';

/** The translator on screen, for what stands outside React. */
let current: Translator | undefined;
export const currentTranslator = (): Translator | undefined => current;

const catalogueQuery = (locale: Locale) => ({
  queryKey: ['catalogue', locale],
  queryFn: () => texts.open(locale),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The texts of what is known by now of who looks, so that the first drawing has them and is not made twice. */
export function openTexts(queries: QueryClient): Promise<void> {
  const session = queries.getQueryData<Session>(sessionQuery().queryKey);
  const operations = session && queries.getQueryData<Operation[]>(operationsQuery(session).queryKey);
  return queries.prefetchQuery(
    catalogueQuery(pickLocale({ language: session?.language ?? chosenLanguage() }, operations ?? [])),
  );
}

/** Chooses the language, loads its texts, and keeps the old ones on screen until they are there. */
export function LanguageGate({ children }: { children: ReactNode }) {
  const session = useMaybeSession();
  const chosen = useChosenLanguage();
  const operations = useOperations(session).data ?? [];
  const locale = pickLocale({ language: session?.language ?? chosen }, operations);
  const { data: translator } = useQuery({ ...catalogueQuery(locale), placeholderData: keepPreviousData });
  useEffect(() => {
    current = translator;
    document.documentElement.lang = locale;
    speak(locale);
  }, [translator, locale]);
  return translator ? <I18nProvider translator={translator}>{children}</I18nProvider> : null;
}
