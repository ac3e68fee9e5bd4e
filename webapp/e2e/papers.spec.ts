import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { billedOperation } from './billedOperation.ts';
import { civilDay, expect, settled, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';
import { holderOf, mailTo } from './mails.ts';
import { answer } from './ownOperation.ts';

interface Site {
  id: string;
  name: string;
}

const papers = [
  { kind: 'Convention de participation', site: 'Forge' },
  { kind: 'Mandat SEPA', site: 'Forge' },
  { kind: 'Mandat de facturation', site: 'Toit Un' },
  { kind: 'Avis au locataire', site: 'Moulin' },
];

test.describe('papers of an operation', () => {
  test.use({ as: 'organizer' });

  test('four kinds are drawn, a signed copy is put beside, who has not signed is told, a tenant refuses', async ({
    page,
    requests,
    browser,
    baseURL,
  }) => {
    test.slow();
    const [admin, organizer] = [await requests('admin'), await requests('organizer')];
    const operation = await billedOperation(admin, organizer);
    const sites = await answer<Site[]>(organizer.get(`/api/operations/${operation.id}/participants`));
    const idOf = (name: string) => sites.find((site) => site.name === name)?.id ?? '';
    const tenant = await holderOf(idOf('Moulin'), { admin, organizer, browser, baseURL });
    await page.goto(`/pmo/operations/${operation.id}/edit/documents?papers=1`);
    await settled(page);
    for (const { kind, site } of papers) {
      await page.getByRole('button', { name: 'Préparer des papiers' }).click();
      const dialog = page.getByRole('dialog', { name: 'Préparer des papiers' });
      await dialog.getByRole('combobox', { name: 'Papier' }).click();
      await page.getByRole('option', { name: kind }).click();
      await dialog.getByRole('combobox', { name: 'Sites' }).fill(site);
      await page.getByRole('option', { name: site }).click();
      await page.keyboard.press('Escape');
      if (kind === 'Avis au locataire') {
        await expect(dialog.getByRole('button', { name: 'Préparer' }), 'an avis has dates').toBeDisabled();
        await dialog.getByLabel('Date de l’avis').fill(civilDay(0));
        await dialog.getByLabel('Dernier jour pour refuser').fill(civilDay(30));
        await expectGoodScreen(page);
      }
      await dialog.getByRole('button', { name: 'Préparer' }).click();
      await expect(dialog).toHaveCount(0);
      const row = rowOf(page, kind);
      await expect(row.getByText('À signer', { exact: true })).toBeVisible();
      const text = await fileOf(page, row.getByRole('link', { name: /^Télécharger le PDF/ }));
      expect(text.subarray(0, 5).toString(), kind).toBe('%PDF-');
      expect(text.length, kind).toBeGreaterThan(5_000);
    }
    await expectGoodScreen(page);

    // The copy stands beside, as it came; who has not signed this kind is told by name.
    await rowOf(page, 'Convention de participation')
      .getByRole('button', { name: /^Ajouter la copie signée/ })
      .click();
    const signing = page.getByRole('dialog', { name: 'Copie signée' });
    await signing.getByLabel('Signataire').fill('Jeanne Forgeron');
    const copy = Buffer.from('%PDF-1.4\n% signed\n%%EOF\n');
    await signing
      .locator('input[type=file]')
      .setInputFiles({ name: 'convention.pdf', mimeType: 'application/pdf', buffer: copy });
    await expectGoodScreen(page);
    await signing.getByRole('button', { name: 'Ajouter la copie signée' }).click();
    const agreement = rowOf(page, 'Convention de participation');
    await expect(agreement.getByText('Signé', { exact: true })).toBeVisible();
    await expect(agreement.getByText(/Jeanne Forgeron/)).toBeVisible();
    expect(await fileOf(page, agreement.getByRole('link', { name: /^Télécharger la copie signée/ }))).toEqual(copy);
    await page.getByRole('button', { name: /^Convention de participation/ }).click();
    await page.getByText('Sans ce papier signé : 3').click();
    await expect(page.getByText('Moulin, Toit Deux, Toit Un')).toBeVisible();
    await expectGoodScreen(page);

    // Who has an account was written to, reads the notice, and refuses; the register keeps the day and the words.
    await mailTo(admin, tenant.email, /my-documents/);
    const own = await tenant.newPage();
    await own.goto(`/pmo/operations/${operation.id}/my-documents`);
    await settled(own);
    await expect(own.getByText('Avis au locataire')).toBeVisible();
    await expect(own.getByText('Convention de participation')).toHaveCount(0);
    await expectGoodScreen(own);
    await own.getByRole('button', { name: 'Refuser de participer' }).click();
    const refusal = own.getByRole('dialog', { name: 'Refus du locataire' });
    await refusal.getByLabel('Précision').fill('Je garde mon contrat');
    await refusal.getByRole('button', { name: 'Noter un refus' }).click();
    await expect(own.getByText('Refusé', { exact: true })).toBeVisible();
    await tenant.close();
    await page.reload();
    await settled(page);
    const notice = rowOf(page, 'Avis au locataire');
    await expect(notice.getByText('Refusé', { exact: true })).toBeVisible();
    await expect(notice.getByText(/Je garde mon contrat/)).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    await expectGoodScreen(page);
  });
});

/** The line of the only paper of a kind. */
const rowOf = (page: Page, kind: string): Locator =>
  page.locator('.MuiCard-root .MuiStack-root > .MuiStack-root').filter({ hasText: kind });

async function fileOf(page: Page, link: Locator): Promise<Buffer> {
  const waiting = page.waitForEvent('download');
  await link.click();
  return readFile(await (await waiting).path());
}
