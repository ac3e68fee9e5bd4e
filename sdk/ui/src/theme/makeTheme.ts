import { createTheme, type Theme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { readableOn } from './contrast';
import { frame } from './frame';
import { type NatureKey, natureColours } from './natures';
import { ownColours } from './ownColours';
import { brand, neutrals, type Scheme, statuses, type ThemeTokens } from './tokens';

declare module '@mui/material/styles' {
  interface Palette {
    nature: Record<NatureKey, string>;
    outline: string;
  }
  interface PaletteOptions {
    nature?: Record<NatureKey, string>;
    outline?: string;
  }
}

function palette(scheme: Scheme, tokens: ThemeTokens) {
  const n = neutrals[scheme];
  const s = statuses[scheme];
  const main = (colour: string) => ({ main: colour, contrastText: readableOn(colour) });
  return {
    mode: scheme,
    ...ownColours(scheme, tokens),
    success: main(s.success),
    warning: main(s.warning),
    error: main(s.error),
    info: main(s.info),
    background: { default: n.background, paper: n.paper },
    text: { primary: n.text, secondary: n.textSecondary },
    divider: n.divider,
    outline: n.outline,
    nature: { ...natureColours[scheme] },
  };
}

/**
 * The theme of both applications. Light and dark live in CSS variables under the
 * attribute `data-theme`, so that switching neither rebuilds nor repaints styles. A browser reads what is computed
 * here once, when the application is built (`madeTheme.ts`).
 */
export function makeTheme(tokens: ThemeTokens = brand): Theme {
  return createTheme({
    cssVariables: { colorSchemeSelector: 'data-theme' },
    colorSchemes: { light: { palette: palette('light', tokens) }, dark: { palette: palette('dark', tokens) } },
    ...frame,
  });
}
