import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { makeTheme } from '@openpmo/ui/theme/makeTheme';
import { brand, type ThemeTokens } from '@openpmo/ui/theme/tokens';
import { render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { describe, expect, it } from 'vitest';
import { Brand, variablesOf } from './Brand';

const own = { primary: '#0b5d1e', secondary: '#ff0000' };
const theme = makeTheme();

/** Pseudo-classes and attributes count more than elements. */
const strength = (selector: string) => (selector.match(/[:[]/g)?.length ?? 0) * 10 + (/^\w/.test(selector) ? 1 : 0);

/** The main colour of the page: that of the strongest selector, which jsdom does not look for. */
function primary(): string | undefined {
  const root = document.documentElement;
  const told = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSStyleRule)
    .flatMap(({ selectorText, style }) =>
      selectorText
        .split(',')
        .map((one) => one.trim())
        .filter((one) => root.matches(one))
        .map((one) => ({ value: style.getPropertyValue('--mui-palette-primary-main').trim(), at: strength(one) })),
    )
    .filter(({ value }) => value !== '');
  return told.sort((a, b) => a.at - b.at).at(-1)?.value;
}

/** The application dressed for an operation, and what was its colour each time that it was drawn. */
function dressedIn(of: ThemeTokens | undefined) {
  const drawn: (string | undefined)[] = [];
  function Page() {
    useLayoutEffect(() => {
      drawn.push(primary());
    });
    return <h1>page</h1>;
  }
  const page = <Page />;
  const around = (one: ThemeTokens | undefined, open = true) => (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      {page}
      {open && <Brand theme={one} />}
    </ThemeProvider>
  );
  const { rerender } = render(around(of));
  return { drawn, turn: (to: ThemeTokens | undefined, open?: boolean) => rerender(around(to, open)) };
}

describe('Brand', () => {
  it('draws an operation once, in its own colours from the first time on', () => {
    expect(dressedIn(own).drawn).toEqual([own.primary]);
    expect(screen.getByRole('heading')).toBeInTheDocument();
  });

  it('draws nothing anew for another operation, nor when it is left', () => {
    const { drawn, turn } = dressedIn(own);
    turn({ ...own, primary: '#5a1e0b' });
    expect(primary()).toBe('#5a1e0b');
    turn(undefined);
    expect(primary()).toBe(brand.primary);
    turn(own);
    turn(own, false);
    expect(primary()).toBe(brand.primary);
    expect(drawn).toHaveLength(1);
  });

  it('keeps our own colours where an operation has none', () => {
    expect(variablesOf({ ...brand })).toEqual({});
    expect(dressedIn(undefined).drawn).toEqual([brand.primary]);
  });

  it.each([
    own,
    { primary: '#5a1e0b', secondary: brand.secondary },
    { primary: brand.primary, secondary: '#FFFFFF' },
    { primary: '#000000', secondary: '#123456' },
    { primary: '#8A0F2E', secondary: '#000000' },
    { primary: '#767676', secondary: '#abcdef' },
  ])('changes what a theme of $primary and $secondary has otherwise, and no more', (tokens) => {
    const sheets = (of: ThemeTokens) =>
      makeTheme(of)
        .generateStyleSheets()
        .flatMap((sheet) => Object.entries<Record<string, string>>(sheet));
    const ours = new Map(sheets(brand));
    const changed = sheets(tokens).flatMap(([selectors, variables]) => {
      const others = Object.entries(variables).filter(([name, value]) => ours.get(selectors)?.[name] !== value);
      return others.length > 0 ? [[selectors.replaceAll(/:root|\[/g, 'html$&'), Object.fromEntries(others)]] : [];
    });
    expect(changed).not.toEqual([]);
    expect(variablesOf(tokens)).toEqual(Object.fromEntries(changed));
  });

  it('changes colours that follow from these, in light and in dark, and no others', () => {
    const sheets = Object.entries(variablesOf(own));
    expect(sheets.map(([selector]) => selector)).toEqual([
      'html:root, html[data-theme="light"]',
      'html[data-theme="dark"]',
    ]);
    for (const [, variables] of sheets) {
      expect(Object.keys(variables)).toContain('--mui-palette-LinearProgress-primaryBg');
      expect(Object.keys(variables).filter((name) => !/primary|secondary/.test(name))).toEqual([]);
    }
    const names = sheets.map(([, variables]) => variables['--mui-palette-primary-main']);
    expect(names).toEqual([own.primary, '#82cc88']);
  });
});
