import { digits, expect, read, signIn, test } from './fixtures.ts';
import { expectAccessible } from './inspect.ts';

test.describe('somebody who is no administrator', () => {
  test.use({ refusals: [/^401 \/api\/session\/login$/] });

  test('is refused at the door and has no session afterwards', async ({ page }) => {
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/admin\/login/);
    await page.getByLabel('Adresse e-mail').fill('organizer@demo.pmo');
    await page.getByLabel('Mot de passe', { exact: true }).fill('demo-pmo-2026');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByRole('alert').first()).toHaveText(
      'Ce compte n’a pas accès à l’administration. Connectez-vous avec un compte administrateur.',
    );
    expect((await page.request.get('/api/session')).status()).toBe(401);
  });

  test.describe('and is signed in', () => {
    test.use({ as: 'organizer' });

    test('is shown the door of the back-office, and refused by its calls', async ({ page }) => {
      await page.goto('/admin/users');
      await expect(page).toHaveURL(/\/admin\/login/);
      for (const list of ['operations', 'users', 'participants', 'jobs', 'outbox', 'cgu/approvals']) {
        expect((await page.request.get(`/api/admin/${list}`)).status(), list).toBe(403);
      }
      expect((await page.request.get('/api/session')).status()).toBe(200);
    });
  });
});

test.describe('an administrator', () => {
  test.use({ as: 'admin' });

  test('creates an operation with its organizer and finds it in the list', async ({ page }) => {
    const number = digits(8);
    const name = `Moulins du Couesnon ${number}`;
    await page.goto('/admin/operations');
    for (const known of ['Fougères Solaire', 'Quartier des Lices', 'Coopérative du Val']) {
      await expect(page.getByRole('table').getByRole('row', { name: new RegExp(known) })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Créer' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nouvelle opération');
    await page.getByLabel(/^Nom/).fill(name);
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByLabel(/^Identifiant/)).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    await page.getByLabel(/^Identifiant/).fill(`ACC${number}`);
    await page.getByLabel(/^Gestionnaire de réseau/).click();
    await page.getByRole('option', { name: 'Enedis' }).click();
    await page.getByLabel(/^Organisateurs/).fill('organizer');
    await page.getByRole('option', { name: /organizer@demo\.pmo|Camille Leroy/ }).click();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page).toHaveURL(/\/admin\/operations\/[0-9a-f-]{36}/);

    await page.goto('/admin/operations');
    await page.getByRole('textbox', { name: 'Rechercher' }).fill(`couesnon ${number}`);
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(`ACC${number}`);
    const [made] = await read<{ jdbToggle: boolean; dso: string; organizerIds: string[] }[]>(
      page,
      `/admin/operations?filter=${encodeURIComponent(JSON.stringify({ q: `couesnon ${number}` }))}`,
    );
    expect(made).toMatchObject({ dso: 'ENEDIS', jdbToggle: false });
  });

  test('creates an account, is told its first password once, and it works', async ({ page, browser }) => {
    const email = `nouvelle.${digits(8)}@exemple.example`;
    await page.goto('/admin/users/create');
    await page.getByLabel(/^Adresse e-mail/).fill(email);
    await page.getByLabel(/^Rôle/).click();
    await page.getByRole('option', { name: 'Observateur' }).click();
    await page.getByLabel('Prénom').fill('Nadia');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    const told = page.getByRole('dialog', { name: 'Mot de passe provisoire' });
    const password = (await told.locator('code').textContent()) ?? '';
    expect(password.length).toBeGreaterThanOrEqual(12);
    await expectAccessible(page);
    await told.getByRole('button', { name: 'J’ai noté le mot de passe' }).click();
    await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f-]{36}/);
    await expect(page.getByLabel('Prénom')).toHaveValue('Nadia');
    await expect(page.getByText(password)).toHaveCount(0);

    const visitor = await browser.newPage({ storageState: { cookies: [], origins: [] } });
    await signIn(visitor, email, password);
    await expect(visitor).toHaveURL(/\/initAccount$/);
    await visitor.close();
  });

  test('reads every list', async ({ page }) => {
    const lists = [
      ['users', 'Comptes', 'organizer@demo.pmo'],
      ['participants', 'Participants', 'Fougères Solaire'],
      ['cgu-approvals', 'Acceptations des CGU', 'observer@demo.pmo'],
      ['jobs', 'Tâches', 'Terminée'],
      ['outbox', 'Courriels locaux', ''],
    ] as const;
    await page.goto('/admin');
    for (const [path, name, content] of lists) {
      await page.getByRole('menuitem', { name, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/admin/${path}`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(page.getByRole('main')).toContainText(content);
    }
  });
});
