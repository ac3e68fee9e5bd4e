import { demoPassword, expect, signIn, test } from './fixtures.ts';

test('a visitor signs in and comes back to where they wanted to go', async ({ page }) => {
  await page.goto('/pmo/account');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fpmo%2Faccount$/);
  await signIn(page, 'organizer@demo.pmo', 'wrong');
  await expect(page.getByRole('alert')).toHaveText('Utilisateur inconnu ou mot de passe incorrect');
  await signIn(page, 'organizer@demo.pmo');
  await expect(page).toHaveURL(/\/pmo\/account$/);
  await page.getByRole('button', { name: 'Mon compte et déconnexion' }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/pmo');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fpmo$/);
});

test('a redirect never leads to another site', async ({ page }) => {
  await page.goto('/login?redirect=%2F%2Fexample.org%2Fpmo');
  await signIn(page, 'organizer@demo.pmo');
  await expect(page).toHaveURL(new RegExp(`^${new URL(page.url()).origin}/pmo`));
});

test('a newcomer chooses a password, accepts the terms and is home', async ({ page }) => {
  await signIn(page, 'newcomer@demo.pmo');
  await expect(page).toHaveURL(/\/initAccount$/);
  const fill = async (old: string) => {
    await page.getByLabel('Mot de passe actuel').fill(old);
    await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('une-phrase-longue-2026');
    await page.getByLabel('Confirmer le nouveau mot de passe').fill('une-phrase-longue-2026');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
  };
  await fill('not-the-old-one');
  await expect(page.getByRole('alert')).toContainText("L'ancien mot de passe indiqué est incorrect.");
  await fill(demoPassword);
  await expect(page.getByRole('dialog', { name: "Conditions d'utilisation" })).toBeVisible();
  await page.getByRole('button', { name: 'Accepter' }).click();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page).toHaveURL(/\/pmo/);
});

test('the language is kept with the account', async ({ page }) => {
  await signIn(page, 'observer@demo.pmo');
  await expect(page.getByRole('main')).toBeVisible();
  await page.goto('/pmo/account');
  await page.getByRole('radio', { name: 'Néerlandais' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mijn account');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
  await page.getByRole('radio', { name: 'Frans' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mon compte');
});
