import { createHmac } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { demoPassword, digits, expect, settled, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';
import { answer, ownOperation } from './ownOperation.ts';

/** The six digits that an application shows for a key (RFC 6238): SHA-1, 30 seconds. */
function codeOf(key: string, at = Date.now()): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...key.replace(/[\s=]/g, '')].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Nobody's browser, on which somebody signs in by hand. */
async function visitor(browser: Browser, baseURL: string | undefined): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', storageState: { cookies: [], origins: [] } });
  return [context, await context.newPage()];
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

test.describe('accounts and capacities', () => {
  test.use({ as: 'organizer', refusals: [/^401 \/api\/session(\/login)?$/] });

  test('a token and a session end, and a second factor is asked for', async ({ requests, browser, baseURL }) => {
    const admin = await requests('admin');
    const operation = await ownOperation(requests);
    const email = `equipe.${digits(8)}@exemple.example`;
    const first = `${demoPassword}-first`;
    const office = await requests('admin');
    const made = await answer<{ id: string }>(
      office.post('/api/admin/users', {
        data: { email, role: 'organizer', password: first, operationIds: [operation.id] },
      }),
    );
    await admin.dispose();
    const [context, page] = await visitor(browser, baseURL);
    await answer(context.request.post('/api/session/login', { data: { email, password: first } }));
    await answer(
      context.request.put('/api/users/update-pw-with-old', { data: { oldPassword: first, newPassword: demoPassword } }),
    );
    await answer(context.request.post(`/api/cgu/accept-cgu/${made.id}`));

    await page.goto('/pmo/account/tokens');
    await settled(page);
    await page.getByRole('button', { name: 'Créer un jeton' }).click();
    await page.getByLabel('À quoi sert-il ?').fill('Tableur');
    await page.getByRole('dialog').getByRole('button', { name: 'Créer' }).click();
    const told = page.getByRole('dialog', { name: 'Votre jeton' });
    const shown = told.getByText(/^pmo_/).or(told.getByRole('textbox')).first();
    await expect(shown).toBeVisible();
    const secret = ((await shown.textContent()) || (await shown.inputValue())).trim();
    await told.getByRole('button', { name: 'Fermer' }).click();
    const program = await browser.newContext({
      baseURL: baseURL ?? '',
      storageState: { cookies: [], origins: [] },
      extraHTTPHeaders: { authorization: `Bearer ${secret}` },
    });
    expect((await program.request.get(`/api/operations/${operation.id}`)).status()).toBe(200);
    expect((await program.request.put(`/api/operations/${operation.id}`, { data: { name: 'x' } })).status()).toBe(403);
    await expect(page.getByText(secret)).toHaveCount(0);
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Supprimer le jeton Tableur' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await expect(page.getByText('Le jeton Tableur est supprimé.')).toBeVisible();
    expect((await program.request.get(`/api/operations/${operation.id}`)).status()).toBe(401);
    await program.close();

    const [elsewhere] = await visitor(browser, baseURL);
    await answer(elsewhere.request.post('/api/session/login', { data: { email, password: demoPassword } }));
    await page.goto('/pmo/account/security');
    await settled(page);
    await page
      .getByRole('button', { name: /^Fermer la session/ })
      .first()
      .click();
    await expect(page.getByText('La session est fermée.')).toBeVisible();
    expect((await elsewhere.request.get('/api/session')).status()).toBe(401);
    await elsewhere.close();

    await page.getByRole('button', { name: 'Activer', exact: true }).click();
    // The steps stand in a form of their own, beside that of the password.
    const dialog = page
      .locator('form')
      .filter({ has: page.getByRole('button', { name: /^(Continuer|Activer la validation)$/ }) });
    await dialog.getByRole('textbox').or(dialog.locator('input[type=password]')).first().fill(demoPassword);
    await dialog.getByRole('button', { name: 'Continuer' }).click();
    await expect(dialog.getByRole('img', { name: /Code QR/ })).toBeVisible();
    const key = /(?:[A-Z2-7]{4} ?){8}/.exec((await dialog.textContent()) ?? '')?.[0] ?? '';
    await dialog.getByLabel('Code à six chiffres').fill(codeOf(key));
    await dialog.getByRole('button', { name: 'Activer la validation' }).click();
    await expect(page.getByRole('list', { name: 'Codes de secours' })).toBeVisible();
    await expectGoodScreen(page);
    await context.close();

    const [again, door] = await visitor(browser, baseURL);
    await signIn(door, email);
    await expect(door).toHaveURL(/login/);
    // The code that turned it on is used: the next one, which holds half a minute early.
    await door
      .getByLabel(/[Cc]ode/)
      .first()
      .fill(codeOf(key, Date.now() + 30_000));
    await door.getByRole('button', { name: /Se connecter|Valider|Continuer/ }).click();
    await expect(door).toHaveURL(/\/pmo/);
    await again.close();
  });

  test('an organizer sees as a participant does, changes nothing, and comes back', async ({ page }) => {
    const [operation] = (
      await answer<{ id: string; externalId: string }[]>(page.request.get('/api/operations'))
    ).filter(({ externalId }) => externalId === 'ACC00000001');
    const sites = await answer<{ id: string; name: string }[]>(
      page.request.get(`/api/operations/${operation?.id}/participants`),
    );
    const site = sites.find(({ name }) => name.startsWith('Boulangerie'));
    // A session of its own: another test would see as a participant too.
    await page.context().clearCookies();
    await answer(
      page.request.post('/api/session/login', { data: { email: 'organizer@demo.pmo', password: demoPassword } }),
    );
    await page.goto(`/pmo/operations/${operation?.id}/sites/${site?.id}`);
    await settled(page);
    await page.getByRole('button', { name: 'Voir comme ce participant' }).click();
    await expect(page.getByText(/Vous voyez l’opération comme Boulangerie du Château, en lecture seule/)).toBeVisible();
    await settled(page);
    await expect(page.locator('main')).not.toContainText('Famille');
    const refused = await page.request.put(`/api/participants/${site?.id}`, { data: { city: 'Vitré' } });
    expect([refused.status(), (await refused.json()).key]).toEqual([403, 'viewing.readOnly']);
    expect((await page.request.get(`/api/operations/${operation?.id}/history`)).status()).not.toBe(200);
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Revenir à ma vue' }).click();
    await expect(page.getByText(/Vous voyez l’opération comme/)).toHaveCount(0);
    await page.goto(`/pmo/operations/${operation?.id}/history`);
    await settled(page);
    await expect(page.getByText('Vue d’un participant ouverte').first()).toBeVisible();
  });
});
