import { brand, type ThemeTokens } from '@openpmo/ui/theme/tokens';
import { createContext, useContext, useEffect } from 'react';

type SetTokens = (next: (before: ThemeTokens) => ThemeTokens) => void;

export const BrandContext = createContext<SetTokens>(() => {});

/** Other colours draw everything anew: the same ones are left as they are. */
const dressed = (before: ThemeTokens, next: ThemeTokens): ThemeTokens =>
  before.primary === next.primary && before.secondary === next.secondary ? before : next;

/** Dresses the application in an operation's colours while it is open, then in our own again. The server answers readable ones only. */
export function useBrand(theme: ThemeTokens | undefined): void {
  const setTokens = useContext(BrandContext);
  const { primary, secondary } = theme ?? brand;
  useEffect(() => {
    setTokens((before) => dressed(before, { primary, secondary }));
    return () => setTokens((before) => dressed(before, brand));
  }, [primary, secondary, setTokens]);
}
