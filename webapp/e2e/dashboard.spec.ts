import type { Locator, Page } from '@playwright/test';
import { asTable, boxOf, expect, open, operationOf, press, read, settled, signIn, test } from './fixtures.ts';

interface Site {
  name: string;
  energyType: 'consumer' | 'producer';
}

const curve = (page: Page) => page.getByRole('region', { name: 'Courbe de charge' });
/** The canvas of the load curve; further down stands that of the expected production. */
const load = (page: Page) => curve(page).locator('.uplot canvas');
const step = (page: Page, name: string) => curve(page).getByText(`Pas : ${name}`);

test('signing in, the operations, and the dashboard of one: tiles, curve, distribution, a year, tables', async ({
  page,
}) => {
  await signIn(page, 'organizer@demo.pmo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opérations');
  for (const name of ['Coopérative du Val', 'Fougères Solaire', 'Quartier des Lices', 'Zone d’activités de la Selle']) {
    await expect(page.getByRole('main').getByRole('link', { name, exact: true }).first()).toBeVisible();
  }
  const { id } = await operationOf(page, 'ACC00000001');
  const sites = await read<Site[]>(page, `/operations/${id}/participants`);
  await page.getByRole('main').getByRole('link', { name: 'Fougères Solaire', exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`/operations/${id}/month/`));
  await page.getByRole('link', { name: 'Tableau de bord' }).click();
  await expect(page).toHaveURL(new RegExp(`/operations/${id}/dashboard`));
  await settled(page);

  await test.step('tiles', async () => {
    const tiles = page.getByRole('region', { name: 'Chiffres de la période' });
    const names = ['Consommation', 'Production', 'Autoconsommation', 'Surplus', 'CO₂ évité'];
    for (const name of names) await expect(tiles.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(tiles).toContainText(/\d\s?[kM]Wh/);
    await expect(tiles).not.toContainText('pas de donnée');
  });

  await test.step('curve and distribution', async () => {
    await expect(load(page)).toBeVisible();
    await expect.poll(() => inked(load(page))).toBeGreaterThan(1000);
    await expect(ranking(page, 'Répartition par consommateur')).toContainText('Boulangerie du Château');
    for (const { name } of sites.filter(({ energyType }) => energyType === 'producer')) {
      await expect(ranking(page, 'Production par producteur')).toContainText(name);
    }
  });

  await test.step('twelve months', async () => {
    await press(page.getByRole('button', { name: '12 derniers mois' }));
    await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}&to=/);
    await expect(step(page, 'jour')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: '12 derniers mois' })).toHaveAttribute('aria-pressed', 'true');
    await settled(page);
  });

  await test.step('the same figures as tables', async () => {
    await asTable(curve(page));
    const table = curve(page).getByRole('table');
    await expect(table.getByRole('columnheader').first()).toBeVisible();
    await expect(table.getByRole('row').nth(1)).toContainText(/\d/);
    const consumers = ranking(page, 'Répartition par consommateur');
    await asTable(consumers.first()); // the table in it is a region of the same name
    await expect(consumers.getByRole('table')).toContainText('Boulangerie du Château');
  });
});

const ranking = (page: Page, name: string) => page.getByRole('region', { name });

/** How many pixels of a canvas are drawn on. */
const inked = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const { data = [] } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? {};
    let count = 0;
    for (let i = 3; i < data.length; i += 4) if (data[i]) count++;
    return count;
  });

test.describe('the curve', () => {
  test.use({ as: 'organizer' });

  async function drag(page: Page, from: number, to: number): Promise<void> {
    await settled(page); // the curve is drawn anew when its data comes
    const box = await boxOf(curve(page).locator('.u-over'));
    await page.mouse.move(box.x + box.width * from, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + 90, { steps: 5 });
    await page.mouse.up();
  }

  test('is drawn by a browser whose language is no language tag', async ({ page }) => {
    // As Chromium names it where the system has no locale.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' });
    });
    await open(page, 'ACC00000001', 'dashboard');
    await expect.poll(() => inked(load(page))).toBeGreaterThan(1000);
  });

  test('of a year is read by the day, a stretch of it finer, and back', async ({ page }) => {
    await open(page, 'ACC00000001', 'dashboard');
    await expect(load(page)).toBeVisible();
    await press(page.getByRole('button', { name: '12 derniers mois' }));
    await expect(step(page, 'jour')).toBeVisible();
    await drag(page, 0.5, 0.53);
    await expect(step(page, 'heure')).toBeVisible();
    await settled(page);
    await curve(page)
      .locator('.u-over')
      .dblclick({ position: { x: 200, y: 80 } });
    await expect(step(page, 'jour')).toBeVisible();
    await drag(page, 0.5, 0.53);
    await page.getByRole('button', { name: 'Revenir à la période' }).click();
    await expect(step(page, 'jour')).toBeVisible();
  });

  test('of a year is drawn by the quarter of an hour when asked', async ({ page }) => {
    await open(page, 'ACC00000002', 'dashboard');
    await press(page.getByRole('button', { name: '12 derniers mois' }));
    await settled(page);
    await step(page, 'jour').click();
    await page.getByRole('menuitem', { name: 'Pas de mesure' }).click();
    await expect(step(page, '15 minutes')).toBeVisible();
    await expect(load(page)).toBeVisible();
  });
});
