import { describe, expect, it } from 'vitest';

/** The sources as text, by path from `src`. */
const sources = Object.entries(
  import.meta.glob<string>('../{api,app,design,features}/**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
  .map(([path, text]) => ({ path: path.replace('../', ''), text }))
  .filter(({ path }) => !path.includes('.test.'));

const offenders = (where: RegExp, what: RegExp) =>
  sources.filter(({ path, text }) => where.test(path) && what.test(text)).map(({ path }) => path);

/** What tests are made of, their own tools too. */
const tests = Object.entries(
  import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
)
  .map(([path, text]) => ({ path: path.replace('../', '').replace('./', 'test/'), text }))
  .filter(({ path }) => /\.test\.tsx?$|^test\//.test(path) && path !== 'test/house.test.ts');

/** Languages are written by their own names, which are no sentences. */
const ownNames = 'features/session/LanguageMenu.tsx';

/**
 * What a feature may take from another one: session owns the forms that account shares,
 * invoices show runs and publish as bill runs do, subscriptions and the old engine bind the sites of parties,
 * the page of coefficients edits keys, which the page of results shows and tries, and the month
 * leads through what imports, coefficients and bill runs do. The papers to be signed stand among the documents. A page that is empty for want of something
 * says what is still to be set up, and home shows the steps of months. Reports are ordered where the
 * figures are. The page of a thing is made of parts of others, whichever there are.
 */
const shared: Partial<Record<string, string[]>> = {
  account: ['session'],
  'allocation/coefficients': ['allocation/key', 'due'],
  'allocation/results': ['allocation/key'],
  billRuns: ['setup'],
  dashboard: ['due', 'reports', 'setup'],
  documents: ['dashboard', 'papers'],
  exports: ['dashboard', 'rights'],
  home: ['month'],
  invoices: ['billRuns', 'legacyBilling', 'month'],
  legacyBilling: ['parties'],
  month: ['allocation/coefficients', 'allocation/key', 'billRuns', 'curveImport', 'reports', 'setup'],
  myInvoices: ['legacyBilling', 'receivables'],
  operation: ['invitationMails', 'setup'],
  participants: ['invitationMails', 'parties', 'setup'],
  plans: ['setup'],
  subscriptions: ['adjustments', 'parties', 'setup'],
};

/** The feature that a path below `src` belongs to: its folder, or the one of its subject for `allocation`. */
const featureOf = (path: string) => /^features\/(allocation\/\w+|\w+)\//.exec(path)?.[1];

/** Where an import leads, below `src`. */
const leadsTo = (from: string, to: string) => new URL(to, `file:///${from}`).pathname.slice(1);

/** Every file of the features, tests too: how many a folder holds on one level is counted on them. */
const files = Object.keys(import.meta.glob('../features/**/*'));
const mostFiles = 20;

describe('house rules of the sources', () => {
  it('finds the sources', () => expect(sources.length).toBeGreaterThan(50));

  it('keeps colours out of features and components', () => {
    expect(offenders(/^(features|app|design)\//, /#[0-9a-f]{6}\b/i)).toEqual([]);
  });

  it('asks the features of an operation, never which operator it has', () => {
    expect(
      offenders(/^(features|app|design)\//, /\bdso\s*[!=]==|[!=]==\s*'(SIBELGA|ENEDIS|FAKE|SRD|SER|GREENALP)'/),
    ).toEqual([]);
  });

  it('keeps French sentences in the catalogues', () => {
    expect(offenders(/./, /[àâçéèêëîïôùûœ]/i).filter((path) => path !== ownNames)).toEqual([]);
  });

  it('never sets markup as a string', () => {
    expect(offenders(/./, /dangerouslySetInnerHTML|\.innerHTML\b/)).toEqual([]);
  });

  it('lets no feature import another one, but for the few edges that are named', () => {
    const foreign = sources.flatMap(({ path, text }) => {
      const own = featureOf(path);
      if (!own || own === 'things') return [];
      return [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)]
        .map(([, to]) => featureOf(leadsTo(path, to ?? '')))
        .filter((other) => other && other !== own && !(shared[own] ?? []).includes(other))
        .map((other) => `${path} imports ${other}`);
    });
    expect(foreign).toEqual([]);
  });

  it('has room in every folder of a feature', () => {
    const held = new Map<string, number>();
    for (const file of files) {
      const folder = file.slice(0, file.lastIndexOf('/'));
      held.set(folder, (held.get(folder) ?? 0) + 1);
    }
    expect(held.size).toBeGreaterThan(30);
    expect(
      [...held].filter(([, count]) => count > mostFiles).map(([folder, count]) => `${folder} holds ${count}`),
    ).toEqual([]);
  });

  it('calls the server from queries only', () => {
    expect(offenders(/^features\/(?!.*queries\w*\.ts$)/, /from '(\.\.\/)+api\/client'/)).toEqual([]);
  });

  it('stands in for the server by the contract only', () => {
    expect(tests.length).toBeGreaterThan(50);
    const byHand = /\b(globalThis|window)\.fetch\b|\{ fetch \}|'fetch'|\bmock\('[^']*\/(client|sdk)'/;
    expect(tests.filter(({ text }) => byHand.test(text)).map(({ path }) => path)).toEqual(['test/server.ts']);
  });

  it('forgets by the table of tags, not by keys of its own', () => {
    expect(offenders(/^(features|app)\//, /(invalidate|refetch|reset)Queries\(\{/)).toEqual([]);
  });

  it('keeps design and api below features and app', () => {
    expect(offenders(/^(design|api)\//, /from '(\.\.\/)+(features|app)\//)).toEqual([]);
  });
});
