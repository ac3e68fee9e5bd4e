import type { Page } from '@playwright/test';
import { demoPassword, digits, expect, settled, signIn, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';

test.describe('signing in', () => {
  test.use({ refusals: [/^401 \/api\/session\/login$/] });

  test('a visitor signs in and comes back to where they wanted to go', async ({ page }) => {
    await page.goto('/pmo/account');
    await expect(page).toHaveURL(/\/login\?redirect=%2Fpmo%2Faccount$/);
    await signIn(page, 'organizer@demo.pmo', 'wrong');
    await expect(page.getByRole('alert')).toHaveText('Utilisateur inconnu ou mot de passe incorrect');
    await signIn(page, 'nobody@demo.pmo');
    await expect(page.getByRole('alert')).toHaveText('Utilisateur inconnu ou mot de passe incorrect');
    await signIn(page, 'organizer@demo.pmo');
    await expect(page).toHaveURL(/\/pmo\/account$/);
    await page.getByRole('button', { name: 'Mon compte et déconnexion' }).click();
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.goto('/pmo');
    await expect(page).toHaveURL(/\/login\?redirect=%2Fpmo$/);
  });
});

test('the sign-in is accessible in light and dark, and whole from 1440 to 320 px', async ({ page }) => {
  await page.goto('/login');
  await settled(page);
  await expectGoodScreen(page);
});

test('the API reference asks no other site for anything', async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(baseURL ?? '').origin) elsewhere.push(request.url());
  });
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  expect(elsewhere).toEqual([]); // and the console stays clean, as in every test
});

test('a redirect never leads to another site', async ({ page }) => {
  await page.goto('/login?redirect=%2F%2Fexample.org%2Fpmo');
  await signIn(page, 'organizer@demo.pmo');
  await expect(page).toHaveURL(new RegExp(`^${new URL(page.url()).origin}/pmo`));
});

test.describe('the first days of an account', () => {
  test.use({ refusals: [/^401 \/api\/users\/update-pw-with-old$/] });
  const chosen = 'une-phrase-longue-2026';

  test('a newcomer chooses a password, accepts the terms, is home, and reads in their language', async ({
    page,
    requests,
  }) => {
    const email = `nouveau.${digits(8)}@exemple.example`;
    const office = await requests('admin');
    const made = await office.post('/api/admin/users', { data: { email, role: 'organizer', password: demoPassword } });
    expect(made.status()).toBe(201);
    await signIn(page, email);
    await expect(page).toHaveURL(/\/initAccount$/);
    await page.goto('/pmo');
    await expect(page).toHaveURL(/\/initAccount$/);
    await settled(page);
    await expectGoodScreen(page);
    await choosePassword(page, 'not-the-old-one', chosen);
    await expect(page.getByLabel('Mot de passe actuel')).toHaveAccessibleDescription(
      'L’ancien mot de passe indiqué est incorrect.',
    );
    await choosePassword(page, demoPassword, chosen);

    const terms = page.getByRole('dialog', { name: 'Conditions d’utilisation' });
    await expect(terms).toBeVisible();
    await expectGoodScreen(page);
    await page.keyboard.press('Escape');
    await expect(terms).toBeVisible();
    await page.getByRole('button', { name: 'Accepter' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opérations');
    await expect(page).toHaveURL(/\/pmo$/);
    const firstSteps = page.getByRole('region', { name: 'Mise en route' }).getByRole('listitem');
    await expect(page.getByRole('alert').filter({ hasText: 'La première chose' })).toContainText(
      /^La première choseL’administrateur du serveur crée une opération/,
    );
    await expect(firstSteps.first()).toContainText(/^Créer l’opération.*par l’administrateur du serveur/);
    await expectGoodScreen(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opérations');
    await expect(terms).toHaveCount(0);

    await page.goto('/pmo/account');
    await page.getByRole('radio', { name: 'Néerlandais' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mijn account');
    await page.context().clearCookies();
    await page.goto('/login?redirect=/pmo/account');
    await signInInDutch(page, email, chosen);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mijn account');
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
    await settled(page);
    await expectGoodScreen(page);
  });
});

async function choosePassword(page: Page, old: string, next: string): Promise<void> {
  await page.getByLabel('Mot de passe actuel').fill(old);
  await page.getByLabel('Nouveau mot de passe', { exact: true }).fill(next);
  await page.getByLabel('Confirmer le nouveau mot de passe').fill(next);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
}

/** The sign-in page speaks the last language of this browser. */
async function signInInDutch(page: Page, email: string, password: string): Promise<void> {
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
}

test.describe('by keyboard', () => {
  test.use({ as: 'organizer' });

  test('the skip link leads to the content', async ({ page }) => {
    await page.goto('/pmo/account');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mon compte');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
  });

  test('on a phone the menu is a drawer', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/pmo');
    await page.getByRole('link', { name: 'Fougères Solaire', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Le mois d/);
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await expect(menu).toHaveCount(0);
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    await menu.getByRole('link', { name: 'Participants' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Participants');
    await expect(menu).toHaveCount(0);
  });
});
