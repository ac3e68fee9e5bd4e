import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { demoPassword, digits, expect, open, settled, signIn, test } from './fixtures.ts';
import { answer } from './ownOperation.ts';
import { thirtyOperations } from './thirtyOperations.ts';

/** The pictures of `docs/pictures` are made anew with PMO_PICTURES=1, on a server of their own. */
test.skip(!process.env.PMO_PICTURES, 'makes pictures, checks nothing');

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** What stands on the first screen, without a scroll or a click. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const [where, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await settled(page);
    const path = fileURLToPath(new URL(`../../docs/pictures/${name}-${where}.png`, import.meta.url));
    await page.screenshot({ path, animations: 'disabled', scale: 'css' });
  }
}

test.describe('an organizer of thirty', () => {
  test.use({ as: 'organizer' });

  test('which one first?', async ({ page, requests }) => {
    test.setTimeout(600_000);
    await thirtyOperations(await requests('admin'), await requests('organizer'), (n) => 6 + ((n * 7) % 20));
    await page.goto('/pmo');
    await expect(page.getByRole('list', { name: 'Les opérations, la plus urgente d’abord' })).toBeVisible();
    await shoot(page, 'which-one-first');
  });
});

test.describe('an organizer of one', () => {
  test.use({ as: 'organizer' });

  test('what must I do now, by when?', async ({ page }) => {
    await open(page, 'ACC00000001', 'month');
    await expect(page.getByRole('list', { name: 'Les étapes du mois' })).toBeVisible();
    await shoot(page, 'what-now-by-when');
  });

  test('how is the operation doing?', async ({ page }) => {
    await open(page, 'ACC00000001', 'dashboard');
    await expect(page.getByText('Autoconsommation').first()).toBeVisible();
    await shoot(page, 'dashboard');
  });

  test('an accountant: what is invoiced, what is missing?', async ({ page }) => {
    await open(page, 'ACC00000001', 'billing/invoices');
    await expect(page.getByRole('tab', { name: /^Publiées/ })).toBeVisible();
    await shoot(page, 'what-is-invoiced');
  });
});

test('a newcomer: what is the first thing?', async ({ page, requests }) => {
  const email = `debut.${digits(8)}@exemple.example`;
  await answer(
    (await requests('admin')).post('/api/admin/users', { data: { email, role: 'organizer', password: demoPassword } }),
  );
  await signIn(page, email);
  await page.getByLabel('Mot de passe actuel').fill(demoPassword);
  for (const label of ['Nouveau mot de passe', 'Confirmer le nouveau mot de passe']) {
    await page.getByLabel(label, { exact: true }).fill('une-phrase-longue-2026');
  }
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('button', { name: 'Accepter' }).click();
  await expect(page.getByRole('region', { name: 'Mise en route' })).toBeVisible();
  await page.getByRole('button', { name: 'Ok', exact: true }).click();
  await shoot(page, 'first-thing');
});

test.describe('a participant', () => {
  test.use({ as: 'participant' });

  test('how much was local, what do I owe?', async ({ page }) => {
    await open(page, 'ACC00000001', 'dashboard');
    await expect(page.getByText('À payer')).toBeVisible();
    await shoot(page, 'how-much-was-local');
  });
});
