import { createTheme, type Theme } from '@mui/material/styles';
import { frame } from './frame';

type Plain = Record<string, unknown>;
type Scheme = Plain & { palette: Plain };
/** Names of variables one beside the other, or by the part of the theme that they are of; `''` are those of no part. */
type Names = string | { [part: string]: Names };

/** A theme without its functions and its components: what is computed of it, and can be written down. */
export interface MadeTheme {
  /** What a theme without variables has not, or otherwise. */
  values: Plain;
  schemes: Record<string, Scheme>;
  /** Its variables, in the shape of the theme. */
  names: Names;
}

/** The same with its variables in both schemes, as a style sheet. */
export interface WrittenTheme extends MadeTheme {
  sheet: string;
}

/** They are made of functions or of other parts of the theme, or nobody reads them but as variables. */
const notWritten = new Set(['colorSchemes', 'components', 'font', 'internal_cache', 'unstable_sxConfig', 'vars']);

/** Colours that nobody reads but as variables: their red, green and blue, those of one component and those of natures. */
const onlyVariables = /^[A-Z](?![A-Z\d])|Channel$/;

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null;

/** The colours of a palette that are read as they are. */
export const coloursOf = (palette: Plain): Plain =>
  Object.fromEntries(
    Object.entries(palette)
      .filter(([name]) => !onlyVariables.test(name))
      .map(([name, value]) => [name, isPlain(value) ? coloursOf(value) : value]),
  );

function namesOf(vars: Plain): Names {
  const parts = Object.entries(vars).filter((entry): entry is [string, Plain] => isPlain(entry[1]));
  const own = Object.keys(vars)
    .filter((name) => !isPlain(vars[name]))
    .join(' ');
  if (parts.length === 0) return own;
  return Object.fromEntries([...parts.map(([part, below]) => [part, namesOf(below)]), ...(own ? [['', own]] : [])]);
}

function references(names: Names, path: string): Plain {
  if (typeof names === 'string') {
    return Object.fromEntries(names.split(' ').map((name) => [name, `var(${path}-${name})`]));
  }
  const { '': own, ...parts } = names;
  const below = Object.entries(parts).map(([part, of]) => [part, references(of, `${path}-${part}`)]);
  return { ...Object.fromEntries(below), ...(own && references(own, path)) };
}

const declarations = (variables: Record<string, string | number>) =>
  Object.entries(variables)
    .map(([name, value]) => `${name === 'colorScheme' ? 'color-scheme' : name}:${value}`)
    .join(';');

/** Writes a theme down, for `themeOf`. */
export function madeOf(theme: Theme): WrittenTheme {
  const sheets = theme.generateStyleSheets().flatMap((sheet) => Object.entries<Record<string, string>>(sheet));
  // What the scheme says stands in the theme a second time.
  const ofScheme = Object.keys(theme.colorSchemes.light ?? {});
  const without: Plain = { ...createTheme(frame) };
  const values = Object.entries(theme).filter(
    ([name, value]) =>
      !notWritten.has(name) && !ofScheme.includes(name) && JSON.stringify(value) !== JSON.stringify(without[name]),
  );
  const schemes = Object.entries(theme.colorSchemes).map(([name, scheme]) => [
    name,
    { ...scheme, palette: coloursOf(scheme.palette as unknown as Plain) },
  ]);
  return JSON.parse(
    JSON.stringify({
      values: Object.fromEntries(values),
      schemes: Object.fromEntries(schemes),
      names: namesOf(theme.generateThemeVars() as unknown as Plain),
      sheet: sheets.map(([selectors, variables]) => `${selectors}{${declarations(variables)}}`).join('\n'),
    }),
  );
}

/**
 * The theme that was written down: what `makeTheme` computes in hundreds of steps is read, and only functions are made
 * anew. Its variables are in the sheet that was written with it: it generates no sheets of its own. Its
 * `spacing` answers pixels instead of so many times a variable that nobody changes.
 */
export function themeOf({ values, schemes, names }: MadeTheme): Theme {
  const vars = references(names, `--${values.cssVarPrefix}`);
  const made = createTheme(frame);
  const { getContrastText, augmentColor } = made.palette;
  const colorSchemes = Object.fromEntries(
    Object.entries(schemes).map(([name, scheme]) => [
      name,
      { ...scheme, palette: { ...scheme.palette, getContrastText, augmentColor } },
    ]),
  );
  const theme = Object.assign(made, values, colorSchemes[String(values.defaultColorScheme)], {
    colorSchemes,
    vars,
    getCssVar: (name: string) => `var(--${values.cssVarPrefix}-${name})`,
    getColorSchemeSelector: (scheme: string) => `[${values.colorSchemeSelector}="${scheme}"] &`,
    generateThemeVars: () => vars,
    generateStyleSheets: () => [],
  });
  return theme as unknown as Theme;
}
