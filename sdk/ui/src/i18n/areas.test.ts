import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeTexts } from './areas';
import { type Area, type Catalogue, firstAreas, loadArea, loadFirst, loadSignedIn, signedInAreas } from './catalogues';
import { first } from './first/fr';
import { signedIn } from './signedIn/fr';

/** Areas that the application never asks for. */
const elsewhere = ['admin', 'explanation', 'mail'];

const names = (folder: string) =>
  readdirSync(new URL(`../../catalogues/${folder}`, import.meta.url)).map((name) => name.replace('.json', ''));

/** A source that answers when it is told to, and keeps what was asked. */
function source() {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let broken = false;
  const answer = async (what: string, catalogue: Catalogue) => {
    asked.push(what);
    await new Promise<void>((go) => waiting.push(go));
    if (broken) throw new Error('offline');
    return [catalogue];
  };
  return {
    asked,
    release: () => waiting.splice(0).forEach((go) => void go()),
    break: (now: boolean) => {
      broken = now;
    },
    first: (locale: string) => answer(`${locale} first`, { shell: { loading: `${locale} loading` } }),
    signedIn: (locale: string) => answer(`${locale} signedIn`, { home: { title: `${locale} home` } }),
    area: (locale: string, area: Area) => answer(`${locale} ${area}`, { [area]: { title: `${locale} ${area}` } }),
  };
}

describe('areas of the catalogue', () => {
  it('are all there in every language, each loaded once', async () => {
    expect(Object.keys(first).sort()).toEqual([...firstAreas]);
    expect(Object.keys(signedIn).sort()).toEqual([...signedInAreas]);
    const together: readonly string[] = [...firstAreas, ...signedInAreas];
    const others = names('fr').filter((name) => !elsewhere.includes(name) && !together.includes(name));
    expect(others.length).toBeGreaterThan(10);
    for (const area of others as Area[]) {
      for (const locale of ['fr', 'nl'] as const) {
        const found = await loadArea(locale, area);
        expect(Object.keys(found[0]?.[area] ?? {}), `${locale} ${area}`).not.toEqual([]);
      }
    }
  });

  it('lay Belgian French over French', async () => {
    const [french, belgian] = await loadArea('fr-BE', 'plans');
    expect(Object.keys(french?.plans ?? {}).length).toBeGreaterThan(Object.keys(belgian?.plans ?? {}).length);
    expect(await loadArea('fr-BE', 'dashboard')).toHaveLength(1);
    expect((await loadSignedIn('fr-BE')).map((one) => Object.keys(one).length)).toEqual([signedInAreas.length, 2]);
    const belgianAreas = names('fr-BE');
    expect(belgianAreas.filter((name) => (firstAreas as readonly string[]).includes(name))).toEqual([]);
    expect(await loadFirst('fr-BE')).toEqual(await loadFirst('fr'));
  });

  it('make a page wait until every opened language has them', async () => {
    const from = source();
    const texts = makeTexts(from);
    const french = texts.open('fr');
    from.release();
    const { t, any } = await french;
    expect(t('shell.loading')).toBe('fr loading');

    const page = texts.need(['dashboard', 'shell']);
    const dutch = texts.open('nl');
    let shown = false;
    void page.then(() => {
      shown = true;
    });
    expect(any('dashboard.title')).toBe('dashboard.title');
    expect(shown).toBe(false);
    from.release();
    await page;
    expect(any('dashboard.title')).toBe('fr dashboard');
    expect((await dutch).any('dashboard.title')).toBe('nl dashboard');
    await texts.need(['dashboard']);
    expect(from.asked).toEqual(['fr first', 'fr dashboard', 'nl first', 'nl dashboard']);
  });

  it('of who is signed in come at once, whichever of them is asked for', async () => {
    const from = source();
    const texts = makeTexts(from);
    const opened = texts.open('fr');
    const page = texts.need(['enums', 'shell']);
    const frame = texts.need([...signedInAreas]);
    from.release();
    await Promise.all([page, frame]);
    expect((await opened).any('home.title')).toBe('fr home');
    expect(from.asked).toEqual(['fr first', 'fr signedIn']);
  });

  it('come with a language that is opened later', async () => {
    const from = source();
    const texts = makeTexts(from);
    await texts.need(['plans']);
    const opened = texts.open('fr');
    from.release();
    expect((await opened).any('plans.title')).toBe('fr plans');
  });

  it('are asked for again after a failure', async () => {
    const from = source();
    const texts = makeTexts(from);
    from.break(true);
    const failed = texts.open('fr');
    from.release();
    await expect(failed).rejects.toThrow('offline');
    from.break(false);
    const again = texts.open('fr');
    from.release();
    expect((await again).t('shell.loading')).toBe('fr loading');
    expect(from.asked).toEqual(['fr first', 'fr first']);
  });
});
