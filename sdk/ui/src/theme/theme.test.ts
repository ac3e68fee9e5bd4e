import { describe, expect, it } from 'vitest';
import { contrast, isHexColour, isTooLight, type Rgb, readableOn, toLinear, toOklab, withLightness } from './contrast';
import { coloursOf, madeOf, themeOf } from './madeTheme';
import { makeTheme } from './makeTheme';
import { type NatureKey, natureColours } from './natures';
import { brand, neutrals, type Scheme, statuses } from './tokens';

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#001e62', '#ffffff', 15.4],
    ['#F3B617', '#ffffff', 1.8],
    ['#777777', '#ffffff', 4.48],
  ])('%s on %s is %d', (a, b, ratio) => expect(contrast(a, b)).toBeCloseTo(ratio, 1));

  it('refuses a primary colour under 4.5:1 on white', () => {
    expect(isTooLight(brand.primary)).toBe(false);
    expect(isTooLight('#777777')).toBe(true);
    expect(isTooLight('#767676')).toBe(false);
    expect(isTooLight(brand.secondary)).toBe(true);
  });

  it('chooses the readable text', () => {
    expect(readableOn('#F3B617', ['#001e62', '#ffffff'])).toBe('#001e62');
    expect(readableOn('#001e62')).toBe('#ffffff');
  });

  it('knows hex colours', () => {
    expect(isHexColour('#abCDef')).toBe(true);
    for (const bad of ['abc', '#abc', '#12345g', 'red']) expect(isHexColour(bad)).toBe(false);
  });
});

describe.each(['light', 'dark'] as Scheme[])('%s scheme', (scheme) => {
  const n = neutrals[scheme];
  it('has readable text, statuses and outlines', () => {
    for (const ground of [n.paper, n.background]) {
      expect(contrast(n.text, ground)).toBeGreaterThanOrEqual(7);
      expect(contrast(n.textSecondary, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(n.outline, ground)).toBeGreaterThanOrEqual(3);
      for (const colour of Object.values(statuses[scheme])) {
        expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('draws every nature at 3:1 on paper or better', () => {
    for (const colour of Object.values(natureColours[scheme])) {
      expect(contrast(colour, n.paper)).toBeGreaterThanOrEqual(scheme === 'light' ? 3 : 2.95);
    }
  });

  it('keeps the natures apart for every kind of colour vision', () => {
    for (const [vision, matrix] of Object.entries(visions)) {
      const pairs = pairsOf(scheme).map(([a, b]) => ({
        name: `${vision} ${a} ${b}`,
        distance: seenDistance(natureColours[scheme][a], natureColours[scheme][b], matrix),
      }));
      for (const pair of pairs) expect(pair, pair.name).toHaveProperty('distance', expect.toSatisfy(atLeast(10)));
    }
  });
});

describe('makeTheme', () => {
  it('derives a dark primary of the same hue that can be read', () => {
    for (const primary of [brand.primary, '#8a0f2e', '#0b5d1e', '#000000']) {
      const derived = withLightness(primary, 0.78);
      expect(contrast(derived, neutrals.dark.paper)).toBeGreaterThanOrEqual(7);
      expect(toOklab(toLinear(derived))[0]).toBeCloseTo(0.78, 1);
    }
  });

  it('carries the operation colours and the natures into both schemes', () => {
    const theme = makeTheme({ primary: '#0b5d1e', secondary: '#F3B617' });
    expect(theme.colorSchemes.light?.palette.primary.main).toBe('#0b5d1e');
    expect(theme.colorSchemes.dark?.palette.nature.Prod).toBe(natureColours.dark.Prod);
    expect(theme.colorSchemes.light?.palette.secondary.contrastText).toBe('#001e62');
  });
});

describe('themeOf', () => {
  const theme = makeTheme();
  const made = madeOf(theme);
  const read = themeOf(made);
  const vars = theme.generateThemeVars();

  /** What is in a theme and no function, as it is written down; variables in their place, and what is read as nothing else not. */
  const plain = (one: object) =>
    JSON.parse(
      JSON.stringify({ ...one, vars, font: undefined }, (key, value) =>
        key === 'palette' && value !== vars.palette ? coloursOf(value) : value,
      ),
    );

  it('gives the theme that was written down', () => {
    expect(plain(read)).toEqual(plain(theme));
    // Its lists have numbers for names.
    const named = JSON.stringify(vars, (_, value) => (Array.isArray(value) ? { ...value } : value));
    expect(read.generateThemeVars()).toEqual(JSON.parse(named));
    expect(read.components).toEqual(theme.components);
    expect(read.unstable_sxConfig).toEqual(theme.unstable_sxConfig);
  });

  it('has every function of it, and they answer the same', () => {
    const functionsOf = (one: object, path: string[] = []): string[] =>
      Object.entries(one).flatMap(([name, value]) => {
        if (typeof value === 'function') return [[...path, name].join('.')];
        return value && typeof value === 'object' ? functionsOf(value, [...path, name]) : [];
      });
    // They only serve to make variables, and distances that follow one.
    const making = ['shouldSkipGeneratingVar', 'generateSpacing'];
    const wanted = functionsOf(theme).filter((name) => !making.includes(name));
    expect(functionsOf(read).sort()).toEqual(wanted.sort());
    // As it is in the application: its provider puts the variables into the theme (`vars`).
    const drawn = Object.assign(makeTheme(), { vars });
    expect(made.sheet).toContain(':root{--mui-spacing:8px;');
    expect([1, 0.5, -2, 'auto'].map((one) => read.spacing(one))).toEqual(['8px', '4px', '-16px', 'auto']);
    expect(read.spacing(1, 'auto', 2)).toBe('8px auto 16px');
    for (const at of ['xs', 'sm', 'md', 'lg', 'xl'] as const) {
      expect(read.breakpoints.up(at)).toBe(theme.breakpoints.up(at));
      expect(read.breakpoints.down(at)).toBe(theme.breakpoints.down(at));
      expect(read.breakpoints.only(at)).toBe(theme.breakpoints.only(at));
      expect(read.containerQueries.up(at)).toBe(theme.containerQueries.up(at));
    }
    expect(read.getCssVar('palette-primary-main')).toBe(theme.getCssVar('palette-primary-main'));
    expect(read.getColorSchemeSelector('dark')).toBe(theme.getColorSchemeSelector('dark'));
    expect(read.applyStyles('dark', { color: 'red' })).toEqual(theme.applyStyles('dark', { color: 'red' }));
    expect(read.typography.pxToRem(14)).toBe(theme.typography.pxToRem(14));
    expect(read.transitions.create('color')).toBe(theme.transitions.create('color'));
    const { palette } = read.vars;
    expect(read.alpha(palette.primary.main, 0.5)).toBe(drawn.alpha(palette.primary.main, 0.5));
    expect(read.palette.getContrastText('#ffffff')).toBe(theme.palette.getContrastText('#ffffff'));
    expect(read.unstable_sx({ p: 1 })).toEqual(drawn.unstable_sx({ p: 1 }));
  });

  it('says its variables in a sheet, and none a second time', () => {
    expect(read.generateStyleSheets()).toEqual([]);
    const rules = made.sheet.split('\n').map((rule) => /^(.*)\{(.*)\}$/.exec(rule)?.slice(1) ?? []);
    expect(rules.map(([selectors]) => selectors)).toEqual([
      ':root',
      ':root, [data-theme="light"]',
      '[data-theme="dark"]',
    ]);
    const sheets = theme.generateStyleSheets().flatMap((sheet) => Object.entries<Record<string, string>>(sheet));
    for (const [at, [, variables]] of sheets.entries()) {
      const { colorScheme, ...others } = variables;
      const wanted = [...(colorScheme ? [['color-scheme', colorScheme]] : []), ...Object.entries(others)];
      expect(rules[at]?.[1]?.split(';')).toEqual(wanted.map(([name, value]) => `${name}:${value}`));
    }
  });
});

const atLeast = (least: number) => (value: number) => value >= least;

/** Linear-light matrices of Machado, Oliveira and Fernandes (2009), severity 1. */
const visions: Record<string, readonly [Rgb, Rgb, Rgb]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function pairsOf(scheme: Scheme): [NatureKey, NatureKey][] {
  const keys = Object.keys(natureColours[scheme]) as NatureKey[];
  return keys.flatMap((a, i) => keys.slice(i + 1).map((b): [NatureKey, NatureKey] => [a, b]));
}

/** OKLab distance × 100 of two colours as an eye of this kind sees them. */
function seenDistance(a: string, b: string, matrix: readonly [Rgb, Rgb, Rgb]): number {
  const seen = (hex: string) => {
    const rgb = toLinear(hex);
    const [r, g, bl] = matrix.map((row) => Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]));
    return toOklab([r ?? 0, g ?? 0, bl ?? 0]);
  };
  const [p, q] = [seen(a), seen(b)];
  return 100 * Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}
