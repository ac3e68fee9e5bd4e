import { readFile } from 'node:fs/promises';
import { expect, open, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';

/** A page with a word on it, as small as a PDF can be. */
const pdf = (word: string) => Buffer.from(`%PDF-1.4\n% ${word}\n%%EOF\n`);

test.describe('documents', () => {
  test.use({ as: 'organizer' });

  // A file of another kind is refused; one that finds the server busy is tried again.
  test.use({ refusals: [/^(400|503) \/api\/operations\/[^/]+\/documents$/] });

  test('a document is shared and opened by that participant, another’s is refused', async ({
    page,
    requests,
    browser,
    sessions,
    baseURL,
  }) => {
    const stamp = Date.now();
    const { id } = await open(page, 'ACC00000001', 'edit/documents');
    await page.getByRole('button', { name: 'Nouveau dossier' }).click();
    await page.getByRole('textbox', { name: 'Nom du dossier' }).fill(`Assemblée ${stamp}`);
    await page.getByRole('button', { name: 'Créer' }).click();
    await page
      .getByRole('table')
      .getByRole('link', { name: `Assemblée ${stamp}` })
      .click();
    await expect(page).toHaveURL(/folder=/);
    await expect(page.getByText('Ce dossier est vide')).toBeVisible(); // the address may change before the page does
    await page.locator('input[type=file]').setInputFiles([
      { name: `Convocation ${stamp}.pdf`, mimeType: 'application/pdf', buffer: pdf('one') },
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') },
      { name: `Secret ${stamp}.pdf`, mimeType: 'application/pdf', buffer: pdf('two') },
    ]);
    const uploads = page.getByRole('region', { name: 'Dépôts' });
    await expect(uploads.getByRole('status')).toHaveText('2 fichiers déposés · 1 échec');
    await expect(uploads.getByRole('alert')).toContainText('page.html ne peut pas être gardé');
    await expectGoodScreen(page);

    const participant = await requests('participant');
    const site = (await (await participant.get('/api/participants/by-jwt')).json()).find(
      (own: { operation: { id: string } }) => own.operation.id === id,
    ).participant;
    await page.getByRole('button', { name: `Actions sur Convocation ${stamp}.pdf` }).click();
    await page.getByRole('menuitem', { name: 'Partager' }).click();
    const sheet = page.getByRole('dialog', { name: /Partager/ });
    await sheet.getByRole('combobox', { name: 'Ajouter des participants' }).fill(site.name);
    await page.getByRole('option', { name: site.name }).click();
    await page.keyboard.press('Escape');
    await sheet.getByRole('button', { name: 'Partager', exact: true }).click();
    await expect(sheet.getByRole('button', { name: `Retirer le partage avec ${site.name}` })).toBeVisible();
    await expectGoodScreen(page);
    await sheet.getByRole('button', { name: 'Fermer' }).click();
    await expect(page.getByText('1 participant', { exact: true })).toBeVisible();

    const listed: { id: string; name: string }[] = await (
      await page.request.get(`/api/operations/${id}/documents?q=${stamp}`)
    ).json();
    const secret = listed.find(({ name }) => name.startsWith('Secret'))?.id;
    const own = await browser.newContext({ baseURL: baseURL ?? '', storageState: await sessions('participant') });
    const reader = await own.newPage();
    await reader.goto(`/pmo/operations/${id}/my-documents`);
    await expect(reader.getByRole('heading', { level: 1 })).toContainText('Mes documents');
    await expect(reader.getByText(`Secret ${stamp}.pdf`)).toHaveCount(0);
    await reader.getByRole('button', { name: `Actions sur Convocation ${stamp}.pdf` }).click();
    const waiting = reader.waitForEvent('download');
    await reader.getByRole('menuitem', { name: 'Télécharger' }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe(`Convocation ${stamp}.pdf`);
    expect((await readFile(await download.path())).toString()).toContain('% one');
    await own.close();
    for (const path of [`${secret}`, `${secret}/download`, `${secret}/preview`]) {
      expect((await participant.get(`/api/operations/${id}/documents/${path}`)).status(), path).toBe(404);
    }
    expect((await participant.get(`/api/operations/${id}/documents/download-zip?documentIds=${secret}`)).status()).toBe(
      404,
    );
  });

  test('what is put into the trash is found there, and comes back', async ({ page }) => {
    const stamp = Date.now();
    await open(page, 'ACC00000001', 'edit/documents');
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: `Note ${stamp}.txt`, mimeType: 'text/plain', buffer: Buffer.from('mardi') }]);
    const actions = page.getByRole('button', { name: `Actions sur Note ${stamp}.txt` });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Mettre à la corbeille' }).click();
    await expect(actions).toHaveCount(0);
    await page.getByRole('link', { name: 'Corbeille' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Corbeille');
    await expectGoodScreen(page);
    await actions.click();
    await page.getByRole('menuitem', { name: 'Restaurer' }).click();
    await page.getByRole('link', { name: 'Retour aux documents' }).click();
    await expect(actions).toBeVisible();
  });

  test('fifteen files at once, one that fails is tried again alone, and a new version keeps the old', async ({
    page,
  }) => {
    const stamp = Date.now();
    await open(page, 'ACC00000001', 'edit/documents');
    const note = (name: string, text = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    const input = page.locator('input[type=file]');
    const many = Array.from({ length: 16 }, (_, n) => note(`${stamp} n° ${n}.txt`));
    await input.setInputFiles(many);
    await expect(page.getByText('15 fichiers à la fois au plus : 16 sont choisis. Rien n’a été déposé.')).toBeVisible();
    const uploads = page.getByRole('region', { name: 'Dépôts' });
    await expect(uploads).toHaveCount(0);
    const mixed = [
      ...many.slice(0, 12),
      { name: 'faux.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') },
      { name: 'vide.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
      note(`${stamp} dernier.txt`),
    ];
    await input.setInputFiles(mixed);
    await expect(uploads.getByRole('status')).toHaveText('13 fichiers déposés · 2 échecs', { timeout: 30_000 });
    await expect(uploads.getByText('vide.txt est vide.')).toBeVisible();
    await expect(uploads.getByText(/faux\.pdf ne peut pas être gardé/)).toBeVisible();
    // What the file is does not change by another try.
    await expect(uploads.getByRole('button', { name: 'Réessayer faux.pdf' })).toHaveCount(0);
    await uploads.getByRole('button', { name: 'Fermer la liste des dépôts' }).click();

    const name = `${stamp} procès-verbal.txt`;
    let tries = 0;
    await page.route('**/api/operations/*/documents', (route) =>
      route.request().method() === 'POST' && tries++ === 0
        ? route.fulfill({
            status: 503,
            contentType: 'application/problem+json',
            body: '{"status":503,"key":"server.busy"}',
          })
        : route.continue(),
    );
    await input.setInputFiles([note(name, 'un'), note(`${stamp} suite.txt`)]);
    await expect(uploads.getByRole('status')).toHaveText('1 fichier déposé · 1 échec');
    await uploads.getByRole('button', { name: `Réessayer ${name}` }).click();
    await expect(uploads.getByRole('status')).toHaveText('2 fichiers déposés');
    expect(tries, 'the other one is not sent again').toBe(3);
    await input.setInputFiles([note(name, 'deux')]);
    await expect(uploads.getByText('Nouvelle version · Version 2')).toBeVisible();
    await page.getByRole('button', { name: `Aperçu et versions de ${name}` }).click();
    const sheet = page.getByRole('dialog', { name });
    for (const [version, text] of [
      [1, 'un'],
      [2, 'deux'],
    ] as const) {
      const waiting = page.waitForEvent('download');
      await sheet.getByRole('button', { name: `Télécharger la version ${version}` }).click();
      expect((await readFile(await (await waiting).path())).toString()).toBe(text);
    }
    await expectGoodScreen(page);
  });

  test('a link opens without a session until it is revoked', async ({ page, browser, baseURL }) => {
    const stamp = Date.now();
    const { id } = await open(page, 'ACC00000001', 'edit/documents');
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: `Plan ${stamp}.pdf`, mimeType: 'application/pdf', buffer: pdf('plan') }]);
    await page.getByRole('button', { name: `Actions sur Plan ${stamp}.pdf` }).click();
    await page.getByRole('menuitem', { name: 'Partager' }).click();
    const sheet = page.getByRole('dialog', { name: /Partager/ });
    const made = page.waitForResponse(
      (reply) => /\/documents\/[^/]+\/links$/.test(reply.url()) && reply.request().method() === 'POST',
    );
    await sheet.getByRole('button', { name: 'Créer un lien' }).click();
    const { url } = await (await made).json();
    await expect(sheet.getByText('jamais ouvert')).toBeVisible();
    const stranger = await browser.newContext({ baseURL: baseURL ?? '', storageState: { cookies: [], origins: [] } });
    const path = new URL(url, baseURL).pathname;
    const opened = await stranger.request.get(path);
    expect(opened.status()).toBe(200);
    expect((await opened.body()).toString()).toContain('% plan');
    expect(opened.headers()['content-disposition']).toContain('attachment');
    expect(
      (await stranger.request.get(`/api/operations/${id}/documents`)).status(),
      'the link opens nothing else',
    ).toBe(401);
    await sheet.getByRole('button', { name: /^Révoquer le lien/ }).click();
    await expect(page.getByText('Lien révoqué : il ne mène plus à rien.')).toBeVisible();
    expect((await stranger.request.get(path)).status()).toBe(404);
    await stranger.close();
  });

  test('a document is found and moved, and what is purged is gone', async ({ page }) => {
    const stamp = Date.now();
    const { id } = await open(page, 'ACC00000001', 'edit/documents');
    await page.getByRole('button', { name: 'Nouveau dossier' }).click();
    await page.getByRole('textbox', { name: 'Nom du dossier' }).fill(`Archives ${stamp}`);
    await page.getByRole('button', { name: 'Créer' }).click();
    const name = `Bail ${stamp}.txt`;
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from('bail') }]);
    const actions = page.getByRole('button', { name: `Actions sur ${name}` });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Déplacer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: `Archives ${stamp}` }).click();
    await dialog.getByRole('button', { name: 'Déplacer ici' }).click();
    await expect(actions).toHaveCount(0);
    await page.getByRole('searchbox', { name: 'Rechercher un nom' }).fill(`bail ${stamp}`);
    await expect(page.getByRole('row', { name: new RegExp(`Archives ${stamp}`) })).toContainText(name);
    await expectGoodScreen(page);
    await actions.click();
    await page.getByRole('menuitem', { name: 'Mettre à la corbeille' }).click();
    await page.getByRole('link', { name: 'Corbeille' }).click();
    await actions.click();
    await page.getByRole('menuitem', { name: 'Supprimer définitivement' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer définitivement' }).click();
    await expect(page.getByText('Supprimé définitivement.')).toBeVisible();
    await expect(actions).toHaveCount(0);
    expect(await (await page.request.get(`/api/operations/${id}/documents?q=bail ${stamp}`)).json()).toEqual([]);
  });
});
