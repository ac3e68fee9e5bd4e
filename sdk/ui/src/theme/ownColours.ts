import { darken, decomposeColor, hexToRgb, lighten } from '@mui/material/styles';
import { readableOn, withLightness } from './contrast';
import { brand, type Scheme, type ThemeTokens } from './tokens';

/** Lightness of the primary colour on dark paper, in OKLab. */
const darkPrimaryLightness = 0.78;

/** The two colours of an operation as a scheme shows them, and what is written on them. */
export function ownColours(scheme: Scheme, tokens: ThemeTokens) {
  const primary = scheme === 'light' ? tokens.primary : withLightness(tokens.primary, darkPrimaryLightness);
  return {
    primary: { main: primary, contrastText: readableOn(primary) },
    secondary: { main: tokens.secondary, contrastText: readableOn(tokens.secondary, [brand.primary, '#ffffff']) },
  };
}

/** Red, green and blue, for colours that are let through in part. */
const channel = (colour: string) =>
  decomposeColor(colour.startsWith('#') ? hexToRgb(colour) : colour)
    .values.slice(0, 3)
    .join(' ');

/** How much paler the ground of a bar or of a switch is than its colour on white, and darker than it on dark paper. */
const grounds: Record<Scheme, readonly [mix: (colour: string, part: number) => string, bar: number, off: number]> = {
  light: [lighten, 0.62, 0.62],
  dark: [darken, 0.5, 0.55],
};

/** The variables of the theme that follow from the two colours of an operation: the same that `makeTheme` gives them. */
export function ownVariables(scheme: Scheme, tokens: ThemeTokens): Record<string, string> {
  const [mix, bar, off] = grounds[scheme];
  return Object.fromEntries(
    Object.entries(ownColours(scheme, tokens)).flatMap(([name, { main, contrastText }]) => {
      const shades = { main, light: lighten(main, 0.2), dark: darken(main, 0.3), contrastText };
      return [
        ...Object.entries(shades).flatMap(([shade, colour]) => [
          [`--mui-palette-${name}-${shade}`, colour],
          [`--mui-palette-${name}-${shade}Channel`, channel(colour)],
        ]),
        [`--mui-palette-LinearProgress-${name}Bg`, mix(main, bar)],
        [`--mui-palette-Slider-${name}Track`, mix(main, bar)],
        [`--mui-palette-Switch-${name}DisabledColor`, mix(main, off)],
      ];
    }),
  );
}
