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

/** Languages are written by their own names, which are no sentences. */
const ownNames = 'features/session/LanguageSwitch.tsx';

/**
 * What a feature may take from another one: session owns the forms that account shares,
 * invoices show runs and publish as bill runs do, subscriptions bind the sites of parties,
 * distribution shows and tries keys as coefficients edit them, and both draw drafts, days in
 * force and drifts alike (keys).
 */
const shared: Partial<Record<string, string[]>> = {
  account: ['session'],
  coefficients: ['due', 'keys'],
  dashboard: ['due'],
  distribution: ['coefficients', 'keys'],
  home: ['due'],
  invoices: ['billRuns'],
  subscriptions: ['parties'],
};

describe('house rules of the sources', () => {
  it('finds the sources', () => expect(sources.length).toBeGreaterThan(50));

  it('keeps colours out of features and components', () => {
    expect(offenders(/^(features|app|design)\//, /#[0-9a-f]{6}\b/i)).toEqual([]);
  });

  it('keeps French sentences in the catalogues', () => {
    expect(offenders(/./, /[àâçéèêëîïôùûœ]/i).filter((path) => path !== ownNames)).toEqual([]);
  });

  it('never sets markup as a string', () => {
    expect(offenders(/./, /dangerouslySetInnerHTML|\.innerHTML\b/)).toEqual([]);
  });

  it('lets no feature import another one, but for the few edges that are named', () => {
    const foreign = sources.flatMap(({ path, text }) => {
      const own = /^features\/(\w+)\//.exec(path)?.[1];
      if (!own) return [];
      return [...text.matchAll(/from '\.\.\/(\w+)\//g)]
        .map((found) => found[1])
        .filter((other) => other !== own && !(shared[own] ?? []).includes(other ?? ''))
        .map((other) => `${path} imports ${other}`);
    });
    expect(foreign).toEqual([]);
  });

  it('calls the server from queries only', () => {
    expect(offenders(/^features\/(?!.*queries\w*\.ts$)/, /from '(\.\.\/)+api\/client'/)).toEqual([]);
  });

  it('keeps design and api below features and app', () => {
    expect(offenders(/^(design|api)\//, /from '(\.\.\/)+(features|app)\//)).toEqual([]);
  });
});
