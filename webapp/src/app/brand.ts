import { brand, type ThemeTokens } from '@openpmo/ui/theme/tokens';
import { createContext, useContext, useEffect } from 'react';

type SetTokens = (tokens: ThemeTokens) => void;

export const BrandContext = createContext<SetTokens>(() => {});

/** Dresses the application in an operation's colours while it is open, then in our own again. The server answers readable ones only. */
export function useBrand(theme: ThemeTokens | undefined): void {
  const setTokens = useContext(BrandContext);
  const { primary, secondary } = theme ?? brand;
  useEffect(() => {
    setTokens({ primary, secondary });
    return () => setTokens(brand);
  }, [primary, secondary, setTokens]);
}
