import type { Page } from '@playwright/test';
import { type Account, expect, open, settled, test } from './fixtures.ts';

const kB = 1024;

interface Weight {
  scripts: number;
  fonts: string[];
  foreign: string[];
}

/** What a browser that holds nothing yet receives, compressed, until the page rests. */
async function weigh(page: Page, go: () => Promise<unknown>): Promise<Weight> {
  const origin = new URL(process.env.PMO_E2E_URL ?? '').origin;
  const scripts: Promise<number>[] = [];
  const fonts: string[] = [];
  const foreign: string[] = [];
  page.on('requestfinished', (request) => {
    const { pathname, origin: from } = new URL(request.url());
    if (from !== origin && !request.url().startsWith('data:') && !request.url().startsWith('blob:')) foreign.push(from);
    if (request.resourceType() === 'font') fonts.push(pathname);
    if (request.resourceType() === 'script') scripts.push(request.sizes().then((size) => size.responseBodySize));
  });
  await go();
  await settled(page);
  await page.waitForLoadState('networkidle');
  return { scripts: (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0), fonts, foreign };
}

interface Visit {
  name: string;
  as: Account;
  go: (page: Page) => Promise<unknown>;
  /** As on a desk, where a page that rests also draws what is further down. */
  whole?: boolean;
  /** Most kB of scripts of a first visit, fonts apart: 270, and 90 for what a page adds. */
  most: number;
}

const of = (name: string, path: string): Visit => ({
  name,
  as: 'organizer',
  go: (page) => open(page, 'ACC00000001', path),
  most: 360,
});

const pages: Visit[] = [
  { name: 'the first page', as: 'organizer', go: (page) => page.goto('/pmo'), most: 270 },
  of('the month', 'month'),
  of('the dashboard', 'dashboard'),
  {
    name: 'the dashboard with all its charts',
    as: 'organizer',
    whole: true,
    go: async (page) => {
      await open(page, 'ACC00000001', 'dashboard');
      const flows = page.getByRole('region', { name: 'Flux d’énergie' });
      await expect(flows.getByRole('button', { name: /: détails$/ }).first()).toBeAttached();
    },
    most: 460,
  },
  of('the distribution of production', 'productionDistribution'),
  of('the curve import', 'imports'),
  of('the coefficients', 'edit/production'),
  of('participants', 'edit/participants'),
  of('plans', 'billing/plans'),
  of('subscriptions', 'billing/subscriptions'),
  of('bill runs', 'billing/invoices-run'),
  of('invoices', 'billing/invoices'),
  {
    name: 'the first page of a participant',
    as: 'participant',
    go: (page) => page.goto('/pmo'),
    most: 300,
  },
  { name: 'a list of the back-office', as: 'admin', go: (page) => page.goto('/admin/operations'), most: 400 },
];

for (const { name, as, go, most, whole = false } of pages) {
  test.describe('a first visit:', () => {
    // On a narrow screen nothing is drawn but what is looked at, however long the page is looked at.
    test.use({ as, viewport: { width: whole ? 1440 : 860, height: 900 } });
    test(`${name} brings at most ${most} kB of scripts, one font and nothing from elsewhere`, async ({ page }) => {
      const { scripts, fonts, foreign } = await weigh(page, () => go(page));
      test.info().annotations.push({ type: 'kB', description: String(Math.round(scripts / kB)) });
      expect(scripts).toBeGreaterThan(50 * kB);
      expect(scripts).toBeLessThanOrEqual(most * kB);
      expect(new Set(fonts).size).toBeLessThanOrEqual(1);
      expect(foreign).toEqual([]);
    });
  });
}
