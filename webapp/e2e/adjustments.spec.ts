import { first, last, sharedOperation } from './billedOperation.ts';
import { expect, open, settled, test } from './fixtures.ts';
import { expectAccessible, expectGoodScreen } from './inspect.ts';
import { answer } from './ownOperation.ts';

interface Draft {
  id: string;
  netCents: number;
  amountCents: number;
}

test.use({ as: 'organizer' });

/** A civil day as a French field takes it. */
const written = (day: string) => day.split('-').reverse().join('/');

/**
 * 1 200 kWh at 0,10 € are 120,00 €; a tenth of them is 12,00 €, so that 108,00 € are left; with 4,50 € on top the
 * draft comes to 112,50 €. Its issuer charges no VAT. The other client pays its 75,00 € as before.
 */
test('a discount of a pair and an amount that stands once are on the draft, to the cent', async ({
  page,
  requests,
}) => {
  const organizer = await requests('organizer');
  const made = await sharedOperation(await requests('admin'), organizer);
  const dialog = page.getByRole('dialog', { name: /^Remises et montants : Forge/ });

  await test.step('the pair is given a discount from the first day of the month', async () => {
    await open(page, made.externalId, 'billing/subscriptions');
    await page.getByRole('button', { name: /^Actions sur Forge/ }).click();
    await page.getByRole('menuitem', { name: 'Remises et montants' }).click();
    await dialog.getByRole('button', { name: 'Accorder une remise' }).click();
    const form = page.getByRole('dialog', { name: 'Accorder une remise' });
    await form.getByRole('textbox', { name: 'Remise' }).fill('10');
    await form.getByRole('textbox', { name: 'Motif' }).fill('Tarif solidaire');
    await form.getByLabel(/^Premier jour/).fill(written(first));
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(form).toHaveCount(0);
    await expect(dialog.getByText(/^10\s% · Tarif solidaire/)).toBeVisible();
  });

  await test.step('and a charge on its next invoice', async () => {
    await dialog.getByRole('button', { name: 'Ajouter un montant' }).click();
    const form = page.getByRole('dialog', { name: 'Ajouter un montant' });
    await form.getByRole('combobox', { name: 'Sens' }).click();
    await page.getByRole('option', { name: 'Supplément' }).click();
    await form.getByRole('textbox', { name: 'Montant hors TVA' }).fill('4,50');
    await form.getByRole('textbox', { name: 'Motif' }).fill('Frais de dossier');
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(form).toHaveCount(0);
    const row = dialog.getByRole('listitem').filter({ hasText: 'Frais de dossier' });
    await expect(row).toContainText('En attente de facture');
    await expect(row).toContainText(/^(?!.*[-−]4,50).*4,50\s€/);
    await expectGoodScreen(page);
    await dialog.getByRole('button', { name: 'Fermer' }).click();
  });

  await test.step('the draft has both, and comes to the cent', async () => {
    await answer(organizer.post(`/api/operations/${made.id}/billing/run`, { data: { billUpTo: last, mode: 'SYNC' } }));
    const drafts = await answer<Draft[]>(organizer.get(`/api/operations/${made.id}/billing/invoices?status=DRAFT`));
    expect(drafts.map(({ amountCents }) => amountCents).sort((a, b) => a - b)).toEqual([7500, 11_250]);
    await open(page, made.externalId, 'billing/invoices?tab=drafts');
    const row = page.getByRole('row').filter({ hasText: 'Forge' });
    await expect(row).toContainText(/112,50\s€/);
    await row.getByRole('button', { name: /^Aperçu de / }).click();
    const sheet = page.getByRole('dialog').filter({ hasText: 'Forge' });
    const line = sheet.getByRole('row').filter({ hasText: 'Tarif solidaire' });
    await expect(line).toContainText(/10\s%.*[-−]12,00\s€.*Tarif solidaire.*108,00\s€/);
    const total = (name: string | RegExp) => sheet.locator('dl > *').filter({ hasText: name });
    await expect(total('Frais de dossier')).toContainText(/(?<![-−])4,50\s€/);
    await expect(total(/TTC|à payer/i)).toContainText(/112,50\s€/);
    await expectGoodScreen(page);
  });

  await test.step('the amount is on the draft, and is withdrawn no more than once', async () => {
    await open(page, made.externalId, 'billing/subscriptions');
    await page.getByRole('button', { name: /^Actions sur Forge/ }).click();
    await page.getByRole('menuitem', { name: 'Remises et montants' }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Frais de dossier' })).toContainText(
      'Sur un brouillon',
    );
    await settled(page);
  });
});
