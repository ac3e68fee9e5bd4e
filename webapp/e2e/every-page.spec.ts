import type { Page } from '@playwright/test';
import { type Account, expect, settled, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';
import { pagesOf } from './pages.ts';

// No page changes anything: they are shared out among the workers.
test.describe.configure({ mode: 'parallel' });

/** What no sentence for people holds. */
const machine = [
  /(?<!\bf-)\b\d{4}-\d{2}-\d{2}\b/g, // a day as programs write it, but in the name that a bill's document has
  /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g, // a code of a contract or an operator
  /\b[a-z][A-Za-z]+\.[a-z][A-Za-z]+(?:\.[A-Za-z]+)*\b/g, // a key of a text or an error
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, // an id
  /\b\d{7,13}\s?m?Wh\b/g, // energy as it is stored
  /%\{\w+\}|\|\|\|\||\bundefined\b|\bNaN\b|\[object /g, // a text that lacks its parameters
];

/** What looks like machine text and is what people call it. */
const known = [
  /^ACC\d+_\d+_\d{8}_\d{8}$/, // a file of the operator, by its name
  /\.(csv|txt|xlsx|xml|zip)$/, // a file that somebody imported, by its name
  /^(VOLUMES|QUARTS)_[A-Z_]+\w*$/, // files that SIBELGA sends, by their pattern
  /^(demo\.pmo|example\.org|\w+\.example)$/, // the end of an e-mail
];

/** Elisions that are missing, and plurals of one or nothing. */
const wrongFrench = [
  /(?<![-’])\b(?:[Dd]e|[Qq]ue|[Ll]e|[Ll]a|[Jj]usque|[Ll]orsque) (?=[aeiouyâàéèêëîïôœAEIOUYÂÀÉÈÊÎÔŒ])(?!(?:oui|onze|onzième|yaourt|yeux)\b)\p{L}+/gu,
  /(?<![\d,.\u202f\u00a0/–-])\b[01] (?:jours|sites|lignes|mois(?!\b)|heures|fichiers|souscriptions|participants|producteurs|consommateurs|factures|brouillons|clients)\b/g,
];
const rightFrench: RegExp[] = [];

const found = (text: string, patterns: readonly RegExp[], fine: readonly RegExp[]) => [
  ...new Set(
    patterns
      .flatMap((pattern) => [...text.matchAll(pattern)].map(([hit]) => hit))
      .filter((hit) => !fine.some((one) => one.test(hit))),
  ),
];

/** What can be read on a page, its dialogs included, and what assistive technology reads beside it. */
const textOf = (page: Page) =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label], [title]')].map(
      (one) => one.getAttribute('aria-label') ?? one.getAttribute('title') ?? '',
    );
    return [document.body.innerText, ...labels].join('\n');
  });

for (const [who, visits] of Object.entries(pagesOf)) {
  test.describe(`${who}:`, () => {
    test.use({ as: who as Account });
    for (const { name, go } of visits) {
      test(`${name} speaks to people, is accessible in light and dark, and whole from 1440 to 320 px`, async ({
        page,
      }) => {
        await go(page);
        await settled(page);
        // What is drawn only near the screen is drawn.
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        for (let seen = 0; seen < height; seen += 800) await page.mouse.wheel(0, 800);
        await settled(page);
        const text = await textOf(page);
        // The back-office names what a program asked for by its id.
        const fine = who === 'admin' ? [...known, /^[0-9a-f]{8}-[0-9a-f-]+$/] : known;
        expect.soft(found(text, machine, fine), 'machine text').toEqual([]);
        expect.soft(found(text, wrongFrench, rightFrench), 'French').toEqual([]);
        await expectGoodScreen(page);
      });
    }
  });
}
