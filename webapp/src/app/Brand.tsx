import GlobalStyles from '@mui/material/GlobalStyles';
import { ownVariables } from '@openpmo/ui/theme/ownColours';
import { brand, type ThemeTokens } from '@openpmo/ui/theme/tokens';
import { useMemo } from 'react';

/** Selectors of the theme's two schemes, each stronger than the theme's own. */
const schemes = [
  ['light', 'html:root, html[data-theme="light"]'],
  ['dark', 'html[data-theme="dark"]'],
] as const;

/** The variables of the theme that an operation's colours change, by selector; none for our own colours. */
export function variablesOf({ primary, secondary }: ThemeTokens): Record<string, Record<string, string>> {
  if (primary === brand.primary && secondary === brand.secondary) return {};
  return Object.fromEntries(
    schemes.flatMap(([scheme, selectors]) => {
      const ours = ownVariables(scheme, brand);
      const changed = Object.entries(ownVariables(scheme, { primary, secondary })).filter(
        ([name, value]) => ours[name] !== value,
      );
      return changed.length > 0 ? [[selectors, Object.fromEntries(changed)]] : [];
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
