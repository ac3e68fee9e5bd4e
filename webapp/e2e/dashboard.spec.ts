import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoOverflow, settled, signIn, test } from './fixtures.ts';

/** Opens the dashboard of a demo operation, found by its name. */
async function openOperation(page: Page, name: string): Promise<void> {
  await signIn(page, 'organizer@demo.pmo');
  await page.getByRole('main').getByRole('link', { name }).click();
  await expect(page).toHaveURL(/\/operations\/[^/]+\/dashboard/);
  await settled(page);
  await expect(page.locator('.uplot')).toBeVisible();
}

async function drag(page: Page, from: number, to: number): Promise<void> {
  const box = await page.locator('.uplot .u-over').boundingBox();
  if (!box) throw new Error('no curve');
  await page.mouse.move(box.x + box.width * from, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, box.y + 90, { steps: 5 });
  await page.mouse.up();
}

test('a year is read by the day, a stretch of it finer, and back', async ({ page }) => {
  await openOperation(page, 'Fougères Solaire');
  await page.getByRole('button', { name: '12 derniers mois' }).click();
  await expect(page).toHaveURL(/from=.*&to=/);
  await expect(page.getByText('Pas : jour')).toBeVisible();
  await drag(page, 0.5, 0.6);
  await expect(page.getByText('Pas : heure')).toBeVisible();
  await page.locator('.uplot .u-over').dblclick({ position: { x: 200, y: 80 } });
  await expect(page.getByText('Pas : jour')).toBeVisible();
  await drag(page, 0.5, 0.6);
  await page.getByRole('button', { name: 'Revenir à la période' }).click();
  await expect(page.getByText('Pas : jour')).toBeVisible();
});

test('twelve months of quarter-hours are drawn', async ({ page }) => {
  await openOperation(page, 'Quartier des Lices');
  await page.getByRole('button', { name: '12 derniers mois' }).click();
  await page.getByText('Pas : jour').click();
  await page.getByRole('menuitem', { name: 'Pas de mesure' }).click();
  await expect(page.getByText('Pas : 15 minutes')).toBeVisible();
  await expect(page.locator('.uplot')).toBeVisible();
});

test('a participant sees itself and the others as one sum', async ({ page }) => {
  const names: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/distribution') && response.ok()) names.push(await response.text());
  });
  await signIn(page, 'participant@demo.pmo');
  await expect(page).toHaveURL(/\/dashboard\/prod\//);
  await settled(page);
  await expect(page.getByText(/Autres participants \(\d+\)/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Importer des courbes' })).toHaveCount(0);
  expect(names.length).toBeGreaterThan(0);
  expect(names.join(' ')).not.toContain('Famille');
  await page.setViewportSize({ width: 320, height: 844 });
  await expectNoOverflow(page);
});

test('curve files are checked before anything is stored', async ({ page }) => {
  await openOperation(page, 'Fougères Solaire');
  await page.getByRole('link', { name: 'Importer des courbes' }).click();
  await settled(page);
  await expectAccessible(page);
  const lines = ['prm;nature;horodate;pas;valeur;unite;statut', '12345;CONSO;2026-06-01T00:00:00+02:00;PT15M;10;W;D'];
  const csv = { name: 'juin.csv', mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) };
  await page.getByLabel(/Fichiers de courbes/).setInputFiles(csv);
  await page.getByRole('button', { name: 'Vérifier les fichiers' }).click();
  await expect(page.getByText('Le PRM doit contenir 14 caractères')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Importer', exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 844 });
  await expectNoOverflow(page);
});

test('the import is for those who may', async ({ page }) => {
  await signIn(page, 'observer@demo.pmo');
  await expect(page).toHaveURL(/\/pmo/);
  await settled(page);
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto(page.url().replace(/\/dashboard.*$/, '/imports'));
  await expect(page.getByRole('heading', { name: 'Accès non autorisé' })).toBeVisible();
});
