import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoOverflow, settled, signIn, test } from './fixtures.ts';

/** Paths of every page that the organizer's menu leads to, in the first operation. */
async function pathsOfMenu(page: Page): Promise<string[]> {
  await page.goto('/pmo');
  await settled(page);
  const card = page.getByRole('main').getByRole('link').first();
  if (/\/pmo$/.test(page.url())) await card.click();
  await expect(page).toHaveURL(/\/operations\//);
  const links = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  return links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
}

const ownPages = ['/pmo', '/pmo/account', '/pmo/terms', '/pmo/no/such/page'];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every page is accessible (${colorScheme})`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/login');
    await settled(page);
    await expectAccessible(page);
    await signIn(page, 'organizer@demo.pmo');
    await expect(page.getByRole('main')).toBeVisible();
    for (const path of [...ownPages, ...(await pathsOfMenu(page))]) {
      await page.goto(path);
      await settled(page);
      await expectAccessible(page);
    }
  });
}

for (const width of [320, 390]) {
  test(`every page fits ${width} px`, async ({ page }) => {
    test.setTimeout(180_000);
    await signIn(page, 'organizer@demo.pmo');
    await expect(page.getByRole('main')).toBeVisible();
    const paths = [...ownPages, ...(await pathsOfMenu(page))];
    await page.setViewportSize({ width, height: 844 });
    for (const path of paths) {
      await page.goto(path);
      await settled(page);
      await expectNoOverflow(page);
    }
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
  });
}

test('keyboard: skip link, then the content', async ({ page }) => {
  await signIn(page, 'organizer@demo.pmo');
  await page.goto('/pmo/account');
  await settled(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});

test('an unknown page says so, inside the application', async ({ page }) => {
  await signIn(page, 'organizer@demo.pmo');
  await expect(page.getByRole('main')).toBeVisible();
  await page.goto('/pmo/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('La page est introuvable');
  await expect(page).toHaveTitle(/La page est introuvable/);
});

/** Budget of a first load: compressed, nothing cached, fonts apart. */
test('a first page weighs at most 300 kB of scripts', async ({ page }) => {
  await signIn(page, 'organizer@demo.pmo');
  await expect(page.getByRole('main')).toBeVisible();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') sizes.push(request.sizes().then((size) => size.responseBodySize));
  });
  await page.goto('/pmo/account');
  await settled(page);
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total, `${sizes.length} scripts`).toBeGreaterThan(50 * 1024);
  expect(total).toBeLessThanOrEqual(300 * 1024);
});
