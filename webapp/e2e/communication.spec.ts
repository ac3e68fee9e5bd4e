import { expect, open, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';

test.describe('messages', () => {
  test.use({ as: 'organizer' });

  test('go to those who are chosen, each address once, with a file, what became of them is shown', async ({ page }) => {
    const { id } = await open(page, 'ACC00000001', 'communication');
    const all: { id: string; name: string; reach: string; email?: string }[] = await (
      await page.request.get(`/api/operations/${id}/communication/recipients`)
    ).json();
    const without = all.filter(({ reach }) => reach !== 'REACHABLE');
    const subject = `Assemblée générale ${Date.now()}`;
    await page.getByRole('link', { name: 'Nouveau message' }).first().click();
    await page
      .getByRole('checkbox', { name: /tou(t|tes)/i })
      .first()
      .check();
    await expect(page.getByText(`${all.length - without.length} destinataires seront joints`)).toBeVisible();
    await page.getByLabel('Objet').fill(subject);
    await page
      .getByLabel('Message', { exact: true })
      .getByRole('textbox', { name: 'Message' })
      .fill('Bonjour,\n\nRendez-vous mardi.');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'ordre.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 ordre') });
    await expectGoodScreen(page); // before the preview: nothing runs in its frame, also no check
    await page.getByRole('button', { name: 'Aperçu' }).click();
    await expect(page.frameLocator('iframe').getByText('Rendez-vous mardi.')).toBeVisible();
    await page.getByRole('button', { name: 'Envoyer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Envoyer' }).click();
    const report = page.getByRole('status').filter({ hasText: 'Le message part vers' });
    await expect(report).toContainText(String(all.length - without.length));
    await page.getByRole('button', { name: 'Suivre l’envoi' }).click();
    const sheet = page.getByRole('dialog', { name: subject });
    await expect(sheet.getByText('Envoyé', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
    await expect(sheet.getByText('ordre.pdf')).toBeVisible();
    await expectGoodScreen(page);
  });

  test('a subject is asked for, and nobody chosen cannot be written to', async ({ page }) => {
    await open(page, 'ACC00000001', 'communication?write=1');
    await expect(page.getByText('Choisissez au moins un destinataire joignable.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Envoyer' })).toBeDisabled();
    await page.getByRole('searchbox', { name: 'Rechercher un nom, une adresse' }).fill('boulangerie');
    await page
      .getByRole('checkbox', { name: /Boulangerie/ })
      .first()
      .check();
    await page.getByRole('button', { name: 'Envoyer' }).click();
    await expect(page.getByRole('alert')).toContainText('2');
  });
});
