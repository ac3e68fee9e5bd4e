// A Vite plugin that computes the theme while an application is built: two schemes of some two hundred variables each
// take a slow processor longer than the whole of a page's text, and are the same on every visit.
import type { Plugin } from 'vite';
import { madeOf } from '../src/theme/madeTheme';
import { makeTheme } from '../src/theme/makeTheme';

const name = 'virtual:made-theme';
/** Its variables, which are a style sheet as any other. */
const sheetName = 'virtual:made-theme.css';

const resolved = new Map([
  [name, `\0${name}`],
  [sheetName, '/made-theme.css'],
]);

export function madeTheme(): Plugin {
  const { sheet, ...made } = madeOf(makeTheme());
  const content = new Map([
    // Browsers read a long text faster than an object of the same length.
    [resolved.get(name), `export default JSON.parse(${JSON.stringify(JSON.stringify(made))});`],
    [resolved.get(sheetName), sheet],
  ]);
  return {
    name: 'pmo-made-theme',
    resolveId: (id) => resolved.get(id),
    load: (id) => content.get(id),
  };
}
