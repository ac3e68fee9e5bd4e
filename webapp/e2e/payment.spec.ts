import { expect, open, settled, test } from './fixtures.ts';
import { expectAccessible, expectGoodScreen } from './inspect.ts';
import { answer, ownOperation } from './ownOperation.ts';

test.use({ as: 'organizer', refusals: [/^400 \/api\/payments\/creditors\/by-billing-entities\//] });

test('a creditor, and mandates from a list of which a row is wrong', async ({ page, requests }) => {
  const own = await ownOperation(requests);
  const [admin, organizer] = [await requests('admin'), await requests('organizer')];
  await answer(admin.put(`/api/admin/operations/${own.id}`, { data: { billingEngine: 'ENGINE_2025' } }));
  await answer(
    organizer.post(`/api/operations/${own.id}/billing/billing-entities`, {
      data: { name: 'Régie des halles', vatRegime: 'franchise', iban: 'FR1420041010050500013M02606' },
    }),
  );
  const sites = await answer<{ energyType: string; dsoId: string; name: string }[]>(
    organizer.get(`/api/operations/${own.id}/participants`),
  );
  const consumers = sites.filter(({ energyType }) => energyType === 'consumer');
  const list = (wrong: string) => ({
    name: 'mandats.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'dsoId;mandateId;debtorName;iban;signatureDate',
        ...consumers.slice(0, 3).map(({ dsoId, name }, at) => {
          const iban = at === 2 ? wrong : 'FR7630006000011234567890189';
          return `${dsoId};${own.externalId}-${at};${name};${iban};2026-10-0${at + 1}`;
        }),
      ].join('\r\n'),
    ),
  });

  await open(page, own.externalId, 'payment');
  await test.step('the creditor begins with what the issuer says', async () => {
    await page.getByRole('button', { name: 'Ajouter le créancier' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Nom')).toHaveValue('Régie des halles');
    await dialog.getByLabel('ICS').fill('FR73ZZZ123456');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog.getByText('L’identifiant créancier SEPA (ICS/NIC) est invalide.').first()).toBeVisible();
    await dialog.getByLabel('ICS').fill('FR72ZZZ123456');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('cell', { name: 'FR72ZZZ123456' })).toBeVisible();
  });

  await test.step('a wrong row keeps the others out', async () => {
    await page.getByRole('tab', { name: 'Mandats' }).click();
    await page.getByRole('button', { name: 'Importer' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Liste de mandats (.xlsx ou .csv)').setInputFiles(list('FR7630006000011234567890188'));
    await expect(dialog.getByText(/^Ligne 4, IBAN/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Importer/ })).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByLabel('Liste de mandats (.xlsx ou .csv)').setInputFiles(list('BE71096123456769'));
    await dialog.getByRole('button', { name: 'Importer 3 mandats' }).click();
    await expect(dialog).toBeHidden();
    await settled(page);
    await expect(page.getByText('Actif', { exact: true })).toHaveCount(3);
    await expectGoodScreen(page);
  });

  await test.step('a mandate is revoked', async () => {
    await page.getByRole('button', { name: consumers[0]?.name ?? '', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Révoqué à partir du').fill('2026-10-15');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Révoqué', { exact: true })).toBeVisible();
  });
});
