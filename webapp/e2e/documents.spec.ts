import { readFile } from 'node:fs/promises';
import { expect, open, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';

/** A page with a word on it, as small as a PDF can be. */
const pdf = (word: string) => Buffer.from(`%PDF-1.4\n% ${word}\n%%EOF\n`);

test.describe('documents', () => {
  test.use({ as: 'organizer', refusals: [/^404 \/api\/operations\/[^/]+\/documents\//] });

  // A file of another kind is refused.
  test.use({ refusals: [/^400 \/api\/operations\/[^/]+\/documents$/] });

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
});
