import { type Area, firstAreas } from '@openpmo/ui/i18n/catalogues';
import { fr } from '@openpmo/ui/i18n/fr';
import { describe, expect, it } from 'vitest';
import { pageAreas } from './screens';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../test/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** By path from `src`, as `app/Rail`. */
const texts = new Map(
  Object.entries(sources).map(([path, text]) => [
    path
      .replace(/^\.\//, 'app/')
      .replace(/^\.\.\//, '')
      .replace(/\.tsx?$/, ''),
    text,
  ]),
);

const imported = { static: /from '(\.[^']+)'/g, any: /(?:from |import\()'(\.[^']+)'/g };

const resolve = (from: string, to: string) => new URL(to, `file:///${from}`).pathname.slice(1);

/** A file and everything that it imports, itself or by others. */
function reach(start: string, which: RegExp, seen = new Set<string>()): Set<string> {
  if (seen.has(start)) return seen;
  seen.add(start);
  for (const [, to] of (texts.get(start) ?? '').matchAll(which)) reach(resolve(start, to ?? ''), which, seen);
  return seen;
}

const isFirst = (area: string) => (firstAreas as readonly string[]).includes(area);
const spoken = new RegExp(`['"\`](${Object.keys(fr).join('|')})\\.[\\w$]`, 'g');

/** What it quotes are keys of errors, some of which begin like an area. */
const ofErrors = ['design/remedies'];

/** The areas behind the first ones that some files speak. */
const areasOf = (files: Iterable<string>) =>
  [
    ...new Set(
      [...files]
        .filter((file) => !ofErrors.includes(file))
        .flatMap((file) => [...(texts.get(file) ?? '').matchAll(spoken)].map(([, area]) => area ?? '')),
    ),
  ]
    .filter((area) => !isFirst(area))
    .sort();

const fileOf = (name: string) => [...texts.keys()].find((path) => path.endsWith(`/${name}`)) ?? '';

describe('areas of the catalogue', () => {
  it.each(Object.entries<readonly Area[]>(pageAreas))('%s asks for the areas that it speaks', (name, asked) => {
    expect([...asked].sort()).toEqual(areasOf(reach(fileOf(name), imported.any)));
  });

  it('says what stands around every page with the first areas', () => {
    const start = reach('main', imported.static);
    expect(start.size).toBeGreaterThan(30);
    expect(areasOf(start)).toEqual([]);
  });

  it('loads features by the table of pages only', () => {
    const loads = [...texts].filter(([path, text]) => path.startsWith('app/') && /import\('/.test(text));
    expect(loads.map(([path]) => path)).toEqual([]);
  });
});
