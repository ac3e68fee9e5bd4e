import { I18nProvider } from '@openpmo/ui/i18n/context';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { keepLanguage, type Language, loadTexts, type Texts } from './languages';

interface Spoken {
  texts: Texts;
  choose: (language: Language) => void;
}

const LanguageContext = createContext<Spoken | undefined>(undefined);

interface LanguageProviderProps {
  initial: Texts;
  /** Told of each change: the providers speak too. */
  onChange: (texts: Texts) => void;
  children: ReactNode;
}

/** Gives words and formats to everything below; the old ones stay until the new ones are loaded. */
export function LanguageProvider({ initial, onChange, children }: LanguageProviderProps) {
  const [texts, setTexts] = useState(initial);
  const choose = (language: Language) => {
    keepLanguage(language);
    void loadTexts(language).then((loaded) => {
      onChange(loaded);
      setTexts(loaded);
    });
  };
  useEffect(() => {
    document.documentElement.lang = texts.language;
  }, [texts]);
  return (
    <LanguageContext value={{ texts, choose }}>
      <I18nProvider translator={texts.translator}>{children}</I18nProvider>
    </LanguageContext>
  );
}

export function useLanguage(): Spoken {
  const found = useContext(LanguageContext);
  if (!found) throw new Error('no LanguageProvider above');
  return found;
}
