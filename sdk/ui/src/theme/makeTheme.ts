import { createTheme, type Theme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { componentOverrides } from './components';
import { readableOn, withLightness } from './contrast';
import { type NatureKey, natureColours } from './natures';
import { brand, layout, neutrals, type Scheme, statuses, type ThemeTokens } from './tokens';

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

/** Lightness of the primary colour on dark paper, in OKLab. */
const darkPrimaryLightness = 0.78;

function palette(scheme: Scheme, tokens: ThemeTokens) {
  const n = neutrals[scheme];
  const s = statuses[scheme];
  const primary = scheme === 'light' ? tokens.primary : withLightness(tokens.primary, darkPrimaryLightness);
  const main = (colour: string) => ({ main: colour, contrastText: readableOn(colour) });
  return {
    mode: scheme,
    primary: main(primary),
    secondary: { main: tokens.secondary, contrastText: readableOn(tokens.secondary, [brand.primary, '#ffffff']) },
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

const text = (size: number, weight: number, lineHeight = 1.35) => ({
  fontSize: `${size / 16}rem`,
  fontWeight: weight,
  lineHeight,
  letterSpacing: 0,
});

/**
 * The theme of both applications. Light and dark live in CSS variables under the
 * attribute `data-theme`, so that switching neither rebuilds nor repaints styles.
 */
export function makeTheme(tokens: ThemeTokens = brand): Theme {
  return createTheme({
    cssVariables: { colorSchemeSelector: 'data-theme' },
    colorSchemes: { light: { palette: palette('light', tokens) }, dark: { palette: palette('dark', tokens) } },
    shape: { borderRadius: layout.radius },
    spacing: 8,
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1480 } },
    typography: {
      fontFamily: '"Inter Variable", Inter, system-ui, sans-serif',
      h1: text(24, 650, 1.25),
      h2: text(17, 620),
      h3: text(15, 600),
      body1: text(14, 400, 1.5),
      body2: text(14, 400, 1.45),
      caption: text(12, 400, 1.45),
      subtitle1: text(14, 600),
      subtitle2: text(13, 600),
      overline: { ...text(11, 650), textTransform: 'uppercase', letterSpacing: '0.04em' },
      button: { ...text(14, 600), textTransform: 'none' },
    },
    components: componentOverrides,
  });
}
