import type { Schemas } from '@openpmo/sdk';
import { useSyncExternalStore } from 'react';

export type Language = Schemas['Language'];

const key = 'pmo-language';
const listeners = new Set<() => void>();

/** The language chosen on this device, if one was. */
export const chosenLanguage = (): Language | undefined => {
  const stored = globalThis.localStorage?.getItem(key);
  return stored === 'fr' || stored === 'nl' ? stored : undefined;
};

/** The language chosen on this device, which counts until somebody signs in. */
export function useChosenLanguage(): Language | undefined {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, chosenLanguage);
}

export function chooseLanguage(language: Language): void {
  globalThis.localStorage?.setItem(key, language);
  for (const listener of listeners) listener();
}
