import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expect, open, operationOf, read, settled, test } from './fixtures.ts';
import { expectAccessible } from './inspect.ts';

interface Invoice {
  number?: string;
  amountCents: number;
}

test.use({ as: 'organizer' });

/** Euros as the screens write them; spaces differ from one browser to another. */
const euros = (cents: number) =>
  new RegExp(
    new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' }).format(cents / 100).replace(/\s/g, '\\s'),
  );

const sumOf = (invoices: readonly Invoice[]) => invoices.reduce((sum, { amountCents }) => sum + amountCents, 0);

const invoicesOf = (page: Page, operationId: string, status: string) =>
  read<Invoice[]>(page, `/operations/${operationId}/billing/invoices?status=${status}`);

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

test.describe('the month that is due', () => {
  // What is invoiced stays invoiced: the demo has such a month once.
  test.use({ once: true });

  test('a bill run: the proposed month, drafts, publication with totals, edited invoices, PDF', async ({ page }) => {
    // The demo: one month is due, of 22 consumers, each with two issuers.
    const [clients, periods] = [22, 44];
    const operation = await open(page, 'ACC00000001', 'billing/invoices-run');
    const before = await invoicesOf(page, operation.id, 'FINALIZED');

    await test.step('start the run that is proposed', async () => {
      await page.getByRole('button', { name: 'Lancer une campagne' }).click();
      const dialog = page.getByRole('dialog', { name: 'Lancer une campagne' });
      await expect(dialog.getByText('Proposé : fin du dernier mois complet et définitif')).toBeVisible();
      await expect(dialog.getByLabel('Facturer jusqu’au')).toHaveValue(/^\d{2}\/\d{2}\/\d{4}$/);
      await expect(
        dialog.getByText(`${clients} clients à facturer, ${periods} périodes de facturation.`),
      ).toBeVisible();
      await expect(dialog.getByRole('table')).toContainText('Boulangerie du Château');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: `Lancer pour ${periods} périodes` }).click();
      await expect(dialog).toHaveCount(0);
    });

    const drafts = await test.step('it ends with a draft for every period', async () => {
      await expect(page.getByText(new RegExp(`^${periods} brouillons à publier`))).toBeVisible({ timeout: 60_000 });
      await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(periods));
      const made = await invoicesOf(page, operation.id, 'DRAFT');
      expect(made).toHaveLength(periods);
      await expect(page.getByText(new RegExp(`^${periods} brouillons à publier`))).toHaveText(euros(sumOf(made)));
      return made;
    });

    await test.step('publish them, having seen the total', async () => {
      await page.getByRole('button', { name: `Publier les ${periods} factures` }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('heading', { name: `Publier ${periods} factures ?` })).toBeVisible();
      await expect(dialog.getByText(euros(sumOf(drafts))).first()).toBeVisible();
      await expect(dialog).toContainText('elle ne peut plus être modifiée ni supprimée');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: `Publier les ${periods} factures` }).click();
      await expect(dialog.getByText(new RegExp(`^${periods} factures publiées`))).toHaveText(euros(sumOf(drafts)), {
        timeout: 60_000,
      });
      await dialog.getByRole('button', { name: 'Fermer' }).click();
      await expect(page.getByText('Plus aucun brouillon de cette campagne')).toBeVisible();
    });

    await test.step('they stand among the edited invoices, each with a number', async () => {
      await page.getByRole('link', { name: 'Factures éditées' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Factures éditées');
      await settled(page);
      const all = await invoicesOf(page, operation.id, 'FINALIZED');
      expect(all).toHaveLength(before.length + drafts.length);
      expect(new Set(all.map(({ number }) => number)).size).toBe(all.length);
      await expect(page.getByRole('tab', { name: `Publiées (${all.length})` })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await expect(page.getByRole('tab', { name: 'Brouillons (0)' })).toBeVisible();
    });

    await test.step('download one of them', async () => {
      await page.getByLabel('Client, numéro…').fill('Mairie');
      const found = page
        .getByRole('row')
        .filter({ has: page.getByRole('cell') })
        .filter({ hasNotText: /^Total/ });
      await expect(found).toHaveText(Array.from({ length: 6 }, () => /Mairie/));
      const row = found.first();
      const number = (await row.getByRole('cell', { name: /^(REGIE|TOITS)-\d{4}-\d{5}$/ }).textContent()) ?? '';
      await row.getByRole('button', { name: /^Aperçu de / }).click();
      const sheet = page.getByRole('dialog', { name: number });
      const waiting = page.waitForEvent('download');
      await sheet.getByRole('button', { name: 'Télécharger le PDF' }).click();
      const download = await waiting;
      expect(download.suggestedFilename()).toBe(`facture-${number}.pdf`);
      const bytes = await bytesOf(download);
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(bytes.subarray(-1024).toString('latin1')).toContain('%%EOF');
    });
  });
});

test('without bill runs: whom the drafts are for, drafts, and one of them as a PDF', async ({ page }) => {
  const operation = await open(page, 'ACC00000002', 'billing/invoices');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Factures');
  await expect(page.getByRole('link', { name: 'Campagnes' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Générer les brouillons' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Générer les brouillons' })).toBeVisible();
  await expect(dialog.getByText(/^190 clients à facturer, 190 périodes de facturation\.$/)).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'Clients qui seront facturés' })).toContainText(
    'Boulangerie du Château',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Générer 190 brouillons' }).click();
  await expect(dialog.getByText(/^190 brouillons générés/)).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Voir les brouillons' }).click();

  await expect(page.getByRole('tab', { name: 'Brouillons (190)' })).toHaveAttribute('aria-selected', 'true');
  const drafts = await invoicesOf(page, operation.id, 'DRAFT');
  expect(drafts).toHaveLength(190);
  expect(sumOf(drafts)).toBeGreaterThan(0);

  await page.getByLabel('Client, numéro…').fill('Famille Martin');
  await page.getByRole('button', { name: /^Actions sur Brouillon · Famille Martin ·/ }).click();
  const waiting = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Télécharger le PDF' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  expect((await bytesOf(download)).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a page that an operation has not says so', async ({ page }) => {
  const { id } = await operationOf(page, 'ACC00000002');
  await page.goto(`/pmo/operations/${id}/billing/invoices-run`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('La page est introuvable');
  await expect(page).toHaveTitle(/La page est introuvable/);
});
