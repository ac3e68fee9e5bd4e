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
const beforeSignIn: readonly string[] = [
  'ConfirmEmailPage',
  'ForgottenPasswordPage',
  'InitAccountPage',
  'LoginPage',
  'LogoutPage',
  'ProviderLoginPage',
];
/** The words of refusals are fetched otherwise (below). */
const refusals = 'errors';
const areaNames = Object.keys(fr).filter((area) => area !== refusals);
const spoken = new RegExp(`['"\`](${areaNames.join('|')})\\.[\\w$]`, 'g');

/** What they quote are keys of errors, some of which begin like an area, and texts that are there where parties are. */
const ofErrors = ['design/remedies', 'design/useProblemText'];

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

/** Quotes words of refusals, or tells problems that no refusal brought. */
const tells = /['"`]errors\.[a-zA-Z$]|\buseProblemText\(|account\.linkInvalid/;
const waits = /\b(useRefusalTexts|useProblemText)\(/;
/** They quote one only when the call was refused, which brings the words. */
const whenRefused = [
  'features/account/IdentityForm',
  'features/account/tokens/TokenDialog',
  'features/session/ActivationForm',
];
/** They, or those who tell what they found, wait for the words behind a boundary of their own. */
const bounded = [
  'design/ProblemWords',
  'features/allocation/key/pools/poolBlockers',
  'features/dashboard/UploadLoader',
  'features/participants/sheet/ParticipantSections',
];

const ofTypes = /import type [^;]+;/g;
for (const [path, text] of texts)
  texts.set(
    path,
    text.replace(ofTypes, (line) => (line.includes('{') ? '' : line)),
  );

/** The files that tell refusals as soon as somebody loads `start`. */
const telling = (start: string) =>
  [...reach(start, imported.static)].filter(
    (file) =>
      tells.test(texts.get(file) ?? '') &&
      file !== 'design/useProblemText' &&
      !whenRefused.includes(file) &&
      !bounded.includes(file),
  );

describe('words of refusals', () => {
  it.each(Object.entries<readonly Area[]>(pageAreas))(
    '%s asks for them where it tells some by itself',
    (name, asked) => {
      expect(asked.includes(refusals)).toBe(telling(fileOf(name)).length > 0);
    },
  );

  it('are waited for by each part that is loaded later and tells some', () => {
    const parts = new Map<string, string>();
    for (const [path, text] of texts) {
      if (path.startsWith('app/')) continue;
      for (const [, to] of text.matchAll(/import\('(\.[^']+)'\)/g)) parts.set(resolve(path, to ?? ''), path);
    }
    expect(parts.size).toBeGreaterThan(40);
    const withWords = new Set(
      Object.entries<readonly Area[]>(pageAreas).flatMap(([name, asked]) =>
        asked.includes(refusals) ? [...reach(fileOf(name), imported.static)] : [],
      ),
    );
    const without = [...parts].filter(([part, from]) => {
      const told = telling(part);
      if (told.length === 0 || told.every((file) => withWords.has(file)) || withWords.has(from)) return false;
      return ![...reach(part, imported.static)].some(
        (file) => file !== 'design/useProblemText' && waits.test(texts.get(file) ?? ''),
      );
    });
    expect(without.map(([part]) => part)).toEqual([]);
  });

  it('stand in the way of nobody who only signs in', () => {
    for (const start of ['main', 'app/frame']) expect(telling(start)).toEqual([]);
  });
});

describe('areas of the catalogue', () => {
  it.each(Object.entries<readonly Area[]>(pageAreas))('%s asks for the areas that it speaks', (name, asked) => {
    const known = beforeSignIn.includes(name) ? there.beforeSignIn : there.behind;
    expect(asked.filter((area) => area !== refusals).sort()).toEqual(areasOf(reach(fileOf(name), imported.any), known));
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
