import { first, last, sharedOperation } from './billedOperation.ts';
import { asTable, expect, look, open, settled, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';
import { answer } from './ownOperation.ts';

/**
 * Two separate couples at an operator that shares by coefficients of each producer: of 1 950 kWh,
 * Forge has the 1 200 of the first roof and Moulin the 750 of the second, on every screen and bill.
 */

test.use({ as: 'organizer' });

test('coefficients of two couples give each consumer its own producer: matrix, flows, bills', async ({
  page,
  requests,
}) => {
  const organizer = await requests('organizer');
  const made = await sharedOperation(await requests('admin'), organizer);
  await answer(organizer.post(`/api/operations/${made.id}/billing/run`, { data: { billUpTo: last, mode: 'SYNC' } }));
  const days = `from=${first}&to=${last}`;

  await open(page, made.externalId, `productionDistribution?${days}`);
  const matrix = page.getByRole('region', { name: 'Qui a reçu de qui' });
  const row = (name: string) => matrix.getByRole('row').filter({ hasText: name });
  const header = await matrix.getByRole('row').first().getByRole('columnheader').allTextContents();
  const column = (name: string) => header.indexOf(name);
  for (const [consumer, producer, other, figure] of [
    ['Forge', 'Toit Un', 'Toit Deux', /^1\s200/],
    ['Moulin', 'Toit Deux', 'Toit Un', /^750/],
  ] as const) {
    const cells = row(consumer).locator('th, td');
    await expect(cells.nth(column(producer))).toHaveText(figure);
    await expect(cells.nth(column(other))).toHaveText('—');
  }
  await expectGoodScreen(page);

  await open(page, made.externalId, `dashboard?${days}`);
  const flows = page.getByRole('region', { name: 'Flux d’énergie' });
  await look(page, flows);
  await asTable(flows);
  const flow = (from: string, to: string) => flows.getByRole('row').filter({ hasText: from }).filter({ hasText: to });
  await expect(flow('Toit Un', 'Forge')).toContainText(/1\s200/);
  await expect(flow('Toit Deux', 'Moulin')).toContainText('750');
  await expect(flow('Toit Un', 'Moulin')).toHaveCount(0);
  await expect(flow('Toit Deux', 'Forge')).toHaveCount(0);

  await page.getByRole('link', { name: 'Factures', exact: true }).click();
  // The page one leaves stands until the next one is there.
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toHaveCount(0);
  await settled(page);
  const bills = await answer<{ netCents?: number; totalCents?: number }[]>(
    page.request.get(`/api/operations/${made.id}/billing/invoices?status=DRAFT`),
  );
  expect(bills).toHaveLength(2);
  await expect(page.getByRole('row').filter({ hasText: 'Forge' })).toContainText(/120,00\s€/);
  await expect(page.getByRole('row').filter({ hasText: 'Moulin' })).toContainText(/75,00\s€/);
});
