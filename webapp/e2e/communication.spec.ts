import { billedOperation } from './billedOperation.ts';
import { digits, expect, open, settled, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';
import { holderOf, mailTo } from './mails.ts';
import { answer } from './ownOperation.ts';

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

  test('a group is counted while it is chosen, who has no address is named, each language is seen before, one is sent again', async ({
    page,
    requests,
    browser,
    baseURL,
  }) => {
    test.slow();
    const [admin, organizer] = [await requests('admin'), await requests('organizer')];
    const operation = await billedOperation(admin, organizer);
    const sites = await answer<{ id: string; name: string }[]>(
      organizer.get(`/api/operations/${operation.id}/participants`),
    );
    const idOf = (name: string) => sites.find((site) => site.name === name)?.id ?? '';
    // Who reads Dutch says so on its account.
    const holder = await holderOf(idOf('Forge'), { admin, organizer, browser, baseURL });
    const { id: reader } = await answer<{ id: string }>(holder.request.get('/api/session'));
    await answer(holder.request.put(`/api/users/${reader}/account-info`, { data: { language: 'nl' } }));
    const forge = holder.email;
    await holder.close();
    const roof = `toit.${digits(8)}@exemple.example`;
    await answer(organizer.put(`/api/participants/${idOf('Forge')}`, { data: { email: forge } }));
    await answer(organizer.put(`/api/participants/${idOf('Toit Un')}`, { data: { email: roof } }));
    await page.goto(`/pmo/operations/${operation.id}/communication?write=1`);
    await settled(page);

    // By group, then by words: the count follows each choice.
    await page.getByRole('button', { name: /^Consommateurs/ }).click();
    await page
      .getByRole('checkbox', { name: /tou(t|tes)/i })
      .first()
      .check();
    await expect(page.getByText('1 destinataire sera joint.')).toBeVisible();
    await expect(page.getByText('Moulin ne peut pas être joint : adresse absente ou invalide.')).toBeVisible();
    await page.getByRole('button', { name: /^Tous/ }).click();
    await page.getByRole('searchbox', { name: 'Rechercher un nom, une adresse' }).fill('toit un');
    await page.getByRole('checkbox', { name: /Toit Un/ }).check();
    await expect(page.getByText('2 destinataires seront joints.')).toBeVisible();
    await page.getByLabel('Objet').fill('Compteur');
    await page
      .getByLabel('Message', { exact: true })
      .getByRole('textbox', { name: 'Message' })
      .fill('Le technicien passe mardi.');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'passage.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 passage') });
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Aperçu' }).click();
    const frame = page.frameLocator('iframe');
    await expect(frame.getByText('Le technicien passe mardi.')).toBeVisible();
    await expect(frame.locator('html')).toHaveAttribute('lang', 'fr');
    await page.getByRole('group', { name: 'Langue de l’aperçu' }).getByRole('button', { name: 'Néerlandais' }).click();
    await expect(frame.locator('html')).toHaveAttribute('lang', 'nl');
    await page.getByRole('button', { name: 'Envoyer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Envoyer' }).click();
    const report = page.getByRole('status').filter({ hasText: 'Le message part vers 2 destinataires.' });
    await expect(report).toBeVisible();
    await expect(page.getByText('Moulin').first(), 'who is not reached is named in the answer').toBeVisible();

    await page.getByRole('button', { name: 'Suivre l’envoi' }).click();
    const sheet = page.getByRole('dialog', { name: 'Compteur' });
    await expect(sheet.getByText('Envoyé', { exact: true })).toHaveCount(2, { timeout: 60_000 });
    await expectGoodScreen(page);
    const sent = async (to: string) =>
      (await answer<{ to: string; subject: string }[]>(admin.get('/api/admin/outbox'))).filter(
        (mail) => mail.to === to && mail.subject.includes('Compteur'),
      ).length;
    await mailTo(admin, forge, /technicien/);
    expect([await sent(forge), await sent(roof)]).toEqual([1, 1]);
    // One again, and only that one; who had no address is written to once it has one.
    await sheet.getByRole('button', { name: 'Renvoyer à Toit Un' }).click();
    await expect(page.getByText(`Renvoyé à Toit Un (${roof})`)).toBeVisible();
    await expect.poll(() => sent(roof), { timeout: 60_000 }).toBe(2);
    const mill = `moulin.${digits(8)}@exemple.example`;
    await answer(organizer.put(`/api/participants/${idOf('Moulin')}`, { data: { email: mill } }));
    await sheet.getByRole('button', { name: 'Renvoyer à Moulin' }).click();
    await expect.poll(() => sent(mill), { timeout: 60_000 }).toBe(1);
    expect(await sent(forge)).toBe(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    await expectGoodScreen(page);
  });
});
