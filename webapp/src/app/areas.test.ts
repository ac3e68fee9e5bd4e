import { type Area, firstAreas, signedInAreas } from '@openpmo/ui/i18n/catalogues';
import { fr } from '@openpmo/ui/i18n/fr';
import { describe, expect, it } from 'vitest';
import { pageAreas } from './pages';

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

/** What a page need not ask for. */
const there = { beforeSignIn: firstAreas as readonly string[], behind: [...firstAreas, ...signedInAreas] as string[] };
/** Signing in says a refusal in the server's own words; the others have the catalogue's. */
const beforeSignIn: readonly string[] = [
  'ConfirmEmailPage',
  'ForgottenPasswordPage',
  'InitAccountPage',
  'LoginPage',
  'LogoutPage',
];
const spoken = new RegExp(`['"\`](${Object.keys(fr).join('|')})\\.[\\w$]`, 'g');

/** What it quotes are keys of errors, some of which begin like an area. */
const ofErrors = ['design/remedies'];

/** The areas that some files speak beside those that are there. */
const areasOf = (files: Iterable<string>, known: readonly string[]) =>
  [
    ...new Set(
      [...files]
        .filter((file) => !ofErrors.includes(file))
        .flatMap((file) => [...(texts.get(file) ?? '').matchAll(spoken)].map(([, area]) => area ?? '')),
    ),
  ]
    .filter((area) => !known.includes(area))
    .sort();

const fileOf = (name: string) => [...texts.keys()].find((path) => path.endsWith(`/${name}`)) ?? '';

describe('areas of the catalogue', () => {
  it.each(Object.entries<readonly Area[]>(pageAreas))('%s asks for the areas that it speaks', (name, asked) => {
    const spokenHere = reach(fileOf(name), imported.any);
    if (!beforeSignIn.includes(name)) {
      expect([...asked].sort()).toEqual(areasOf(spokenHere, there.behind));
      return;
    }
    const refusals = name === 'LoginPage' || name === 'LogoutPage' ? [] : ['errors'];
    expect([...asked].sort()).toEqual([...new Set([...areasOf(spokenHere, there.beforeSignIn), ...refusals])].sort());
  });

  it('says what stands around every page with the first areas', () => {
    const start = reach('main', imported.static);
    expect(start.size).toBeGreaterThan(20);
    expect(areasOf(start, there.beforeSignIn)).toEqual([]);
  });

  it('says what stands around the pages behind the sign-in with the areas of all of them', () => {
    const frame = reach('app/frame', imported.static);
    expect(frame.size).toBeGreaterThan(30);
    expect(areasOf(frame, there.behind)).toEqual([]);
  });

  it('loads features by the table of pages only', () => {
    const loads = [...texts].filter(([path, text]) => path.startsWith('app/') && /import\('(?!\.\/frame')/.test(text));
    expect(loads.map(([path]) => path)).toEqual([]);
  });
});
