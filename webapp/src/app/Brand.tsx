import GlobalStyles from '@mui/material/GlobalStyles';
import { makeTheme } from '@openpmo/ui/theme/makeTheme';
import { brand, type ThemeTokens } from '@openpmo/ui/theme/tokens';
import { useMemo } from 'react';

type Variables = Record<string, string | number>;

/** The sheets of a theme hold nothing but variables, by the selector that they are set under. */
const sheetsOf = (tokens: ThemeTokens) =>
  makeTheme(tokens)
    .generateStyleSheets()
    .flatMap((sheet) => Object.entries<Variables>(sheet));

/** A selector of the theme, stronger than the theme's own. */
const stronger = (selectors: string) => selectors.replaceAll(/:root|\[/g, 'html$&');

/** The variables of the theme that an operation's colours change, by selector; none for our own colours. */
export function variablesOf({ primary, secondary }: ThemeTokens): Record<string, Variables> {
  if (primary === brand.primary && secondary === brand.secondary) return {};
  const ours = new Map(sheetsOf(brand));
  return Object.fromEntries(
    sheetsOf({ primary, secondary }).flatMap(([selectors, variables]) => {
      const own = ours.get(selectors) ?? {};
      const changed = Object.entries(variables).filter(([name, value]) => own[name] !== value);
      return changed.length > 0 ? [[stronger(selectors), Object.fromEntries(changed)]] : [];
    }),
  );
}

/**
 * Dresses the application in an operation's colours while it is drawn. Everything is coloured by variables of the
 * theme, so that others draw nothing anew, and they hold from the first time that the operation is on screen. The
 * server answers readable colours only.
 */
export function Brand({ theme }: { theme: ThemeTokens | undefined }) {
  const { primary, secondary } = theme ?? brand;
  const variables = useMemo(() => variablesOf({ primary, secondary }), [primary, secondary]);
  return <GlobalStyles styles={variables} />;
}
