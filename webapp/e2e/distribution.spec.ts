import type { Locator, Page } from '@playwright/test';
import { asTable, civilDay, digits, expect, open, operationOf, press, read, settled, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';

const path = 'productionDistribution';

test.use({ as: 'organizer' });

test('the matrix of one month: sums, parts, search, the whole list, ours beside the operator', async ({ page }) => {
  await open(page, 'ACC00000002', path);
  const matrix = page.getByRole('region', { name: 'Qui a reçu de qui' });
  const table = matrix.getByRole('table');
  await expect(page.getByText('Clé en vigueur')).toBeVisible();

  await test.step('what is shown adds up to what was shared', async () => {
    const total = await figures(table, 'Total partagé');
    const rows = await Promise.all((await bodyRows(table)).map((row) => cellsOf(row)));
    const sum = rows.reduce((all, [first = 0]) => all + first, 0);
    expect(Math.abs(sum - (total[0] ?? 0))).toBeLessThan(rows.length);
    // The first figure of a row is its total, the others are its producers.
    expect(Math.abs(total.slice(1).reduce((all, one) => all + one, 0) - (total[0] ?? 0))).toBeLessThan(total.length);
  });

  await test.step('as parts of each production', async () => {
    await press(matrix.getByRole('button', { name: '%', exact: true }));
    await expect(page).toHaveURL(/unit=percentage/);
    const whole = async () => {
      const [shared, surplus] = [await figures(table, 'Total partagé'), await figures(table, 'Surplus')];
      return Math.abs((shared[1] ?? 0) + (surplus[1] ?? 0) - 100);
    };
    await expect.poll(whole).toBeLessThan(0.2);
    await press(matrix.getByRole('button', { name: 'kWh', exact: true }));
  });

  await test.step('all consumers, and one of them', async () => {
    const few = (await bodyRows(table)).length;
    await matrix.getByRole('button', { name: /^Afficher tous les consommateurs/ }).click();
    await expect(table.getByRole('row', { name: /Autres consommateurs/ })).toHaveCount(0);
    await expect.poll(() => table.locator('tbody tr').count()).toBeGreaterThan(few);
    await matrix.getByRole('searchbox').fill('mediatheque');
    await expect(table.locator('tbody tr')).toHaveCount(1);
    await expect(table.locator('tbody')).toContainText('Médiathèque');
  });

  await test.step('ours and the difference', async () => {
    await press(matrix.getByRole('button', { name: 'Attendu' }));
    await expect(matrix).toContainText('jamais facturée');
    await press(matrix.getByRole('button', { name: 'Écart' }));
    await expect(page).toHaveURL(/view=difference/);
    await page.reload();
    await expect(matrix.getByRole('button', { name: 'Écart' })).toHaveAttribute('aria-pressed', 'true');
  });
});

const bodyRows = async (table: Locator): Promise<Locator[]> => {
  await expect(table.locator('tbody tr').first()).toBeVisible();
  return table.locator('tbody tr').all();
};

/** Figures of a row, as people write them. */
async function cellsOf(row: Locator): Promise<number[]> {
  const texts = await row.locator('td').allTextContents();
  return texts.map((text) =>
    Number(
      text
        .replace(/[^\d,−-]/g, '')
        .replace('−', '-')
        .replace(',', '.'),
    ),
  );
}

const figures = (table: Locator, name: string) =>
  cellsOf(table.locator('tfoot tr').filter({ has: table.page().getByRole('rowheader', { name }) }));

test('a step is explained in words and figures, also on the day of 25 hours', async ({ page }) => {
  await open(page, 'ACC00000001', path);
  await page.getByRole('button', { name: 'Expliquer le partage de Mairie', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Comment ce pas a été partagé' });
  await expect(sheet.getByLabel('Site')).toHaveValue(/./);
  await expect(sheet).toContainText('les producteurs ont injecté');
  await expect(sheet).toContainText(/Mairie (a|n’a) besoin/);
  await expect(sheet.getByRole('region', { name: 'Tour 1' }).getByRole('row').nth(1)).toContainText('Mairie');

  await test.step('the step before', async () => {
    const steps = sheet.getByLabel('Pas de temps');
    const before = await steps.inputValue();
    await sheet.getByRole('button', { name: 'Pas précédent' }).click();
    await expect(steps).not.toHaveValue(before);
    expect(Date.parse(before) - Date.parse(await steps.inputValue())).toBe(15 * 60_000);
  });

  await test.step('the hour that comes twice', async () => {
    await sheet.getByLabel('Jour').fill(lastSundayOfOctober(new Date()));
    await expect(sheet.getByRole('option', { name: /^02:00 \(heure d’été\)/ })).toHaveCount(1);
    await expect(sheet.getByRole('option', { name: /^02:00 \(heure d’hiver\)/ })).toHaveCount(1);
    await expect(sheet.getByLabel('Pas de temps').getByRole('option')).toHaveCount(100);
    const winter = sheet.getByRole('option', { name: /^02:00 \(heure d’hiver\)/ });
    await sheet.getByLabel('Pas de temps').selectOption((await winter.getAttribute('value')) ?? '');
    await expect(sheet).toContainText('rien n’a été injecté');
  });

  await expectGoodScreen(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page).not.toHaveURL(/explain=/);
});

/** The demo has the fourteen months before today, so that this day is always among them. */
function lastSundayOfOctober(today: Date): string {
  const of = (year: number) => {
    const last = new Date(Date.UTC(year, 9, 31));
    last.setUTCDate(31 - last.getUTCDay());
    return last.toISOString().slice(0, 10);
  };
  const thisYear = of(today.getUTCFullYear());
  return thisYear < today.toISOString().slice(0, 10) ? thisYear : of(today.getUTCFullYear() - 1);
}

async function tryKey(page: Page, method: string): Promise<Locator> {
  await page.getByRole('tab', { name: 'Simulation' }).click();
  await page.getByLabel('Clé à essayer').click();
  await page.getByRole('option', { name: method, exact: true }).click();
  await page.getByRole('button', { name: 'Simuler', exact: true }).click();
  const result = page.getByRole('region', { name: /^Résultat/ });
  await expect(result).toContainText(/ gagne| ne change/);
  return result;
}

async function makeDraft(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'En faire un brouillon' }).click();
  const dialog = page.getByRole('dialog', { name: 'En faire un brouillon' });
  await dialog.getByLabel('Nom du brouillon').fill(name);
  await dialog.getByRole('button', { name: 'Garder en brouillon' }).click();
  await expect(page.getByText('Brouillon enregistré')).toBeVisible();
}

test('what another key would have given: totals, winners and losers, a draft, and on to the coefficients', async ({
  page,
}) => {
  const name = `Fixe pour la mairie ${digits(4)}`;
  const { id } = await open(page, 'ACC00000001', path);
  const result = await tryKey(page, 'Fixe, un tour');

  await test.step('both keys beside each other, and everybody in the table', async () => {
    const line = result.getByRole('row', { name: /Énergie partagée/ });
    await expect(line).toContainText(/kWh/);
    await expect(result.getByRole('row', { name: /Couverture médiane/ })).toContainText('%');
    const changes = page.getByRole('region', { name: 'Qui gagne, qui perd' });
    await asTable(changes);
    const answer = await read<{ energyType: string }[]>(page, `/operations/${id}/participants`);
    const consumers = answer.filter(({ energyType }) => energyType === 'consumer');
    await expect(changes.getByRole('row')).toHaveCount(consumers.length + 1);
    await expectGoodScreen(page);
  });

  await test.step('a result of another key is not taken for this one', async () => {
    await page.getByRole('textbox', { name: 'Pourcentage, Mairie' }).fill('2');
    await expect(page.getByText('simulez de nouveau')).toBeVisible();
    await expect(page.getByRole('button', { name: 'En faire un brouillon' })).toBeDisabled();
    await page.getByRole('button', { name: 'Simuler', exact: true }).click();
    await expect(page.getByText('simulez de nouveau')).toBeHidden();
  });

  await test.step('a draft of it', async () => {
    await makeDraft(page, name);
    await page.getByRole('link', { name: 'Ouvrir le brouillon dans les coefficients' }).click();
    await expect(page).toHaveURL(/edit\/production\?draft=/);
    await settled(page);
    await expect(page.getByRole('main')).toContainText(name);
  });

  await test.step('which is listed, and forgotten', async () => {
    await page.goBack();
    await page.getByRole('tab', { name: 'Répartition' }).click();
    const draft = page.getByRole('listitem').filter({ hasText: name });
    await draft.getByRole('button', { name: `Actions sur ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Supprimer le brouillon' }).click();
    await page.getByRole('button', { name: 'Supprimer le brouillon' }).click();
    await expect(draft).toHaveCount(0);
    await expect(page.getByText(`Brouillon ${name} supprimé`)).toBeVisible();
  });
});

test('where there is no page of coefficients, a draft is put in force here, from a day to come', async ({ page }) => {
  const { id } = await open(page, 'ACC00000002', path);
  await tryKey(page, 'Par priorité');
  await makeDraft(page, `Priorité égale ${digits(4)}`);
  await page.getByRole('button', { name: 'Mettre en vigueur', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Mettre le brouillon en vigueur' });
  const begins = `${Number(civilDay(0).slice(0, 4)) + 1}-01-01`;
  await dialog.getByLabel('Premier jour d’application').fill(begins);
  await dialog.getByRole('button', { name: 'Mettre en vigueur' }).click();
  await expect(dialog).toContainText('Indiquez le motif');
  await dialog.getByLabel('Motif').fill('Décision de l’assemblée');
  await dialog.getByRole('button', { name: 'Mettre en vigueur' }).click();
  await expect(page.getByText(/s’appliquera à partir du/)).toBeVisible();
  const [newest] = await read<{ type: string; status: string; effectiveDate: string }[]>(
    page,
    `/operations/${id}/energy-allocation/configs`,
  );
  expect(newest).toMatchObject({ type: 'by_priority', status: 'SCHEDULED', effectiveDate: begins });
});

test('what is stored is verified, and drift is told by site and day', async ({ page }) => {
  await open(page, 'ACC00000001', path);
  await page.getByRole('tab', { name: 'Écarts' }).click();
  await expect(page.getByText(/\d+ jours à vérifier/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Vérifier la période' }).click();
  await expect(page.getByText('identique à ce qui est enregistré')).toBeVisible();
  await page.getByLabel('Seuil d’alerte').click();
  await page.getByRole('option', { name: '10 %' }).click();
  await expect(page).toHaveURL(/threshold=10/);
  await expect(
    page.getByRole('region', { name: 'Sites dont notre calcul s’écarte', exact: true }).first(),
  ).toContainText(/10\s%/);
});

test('every sharing method is explained', async ({ page }) => {
  await open(page, 'ACC00000001', path);
  await page.getByRole('button', { name: 'Comprendre les méthodes' }).click();
  const methods = ['Au prorata des consommations', 'Fixe, un tour', 'À parts égales, plusieurs tours', 'Par groupes'];
  for (const name of methods) await expect(page.getByRole('region', { name })).toContainText('Tours');
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Qui a reçu de qui' })).toBeVisible();
});

test.describe('an observer', () => {
  test.use({ as: 'observer' });
  test('tries keys and reads explanations, but changes nothing', async ({ page }) => {
    await open(page, 'ACC00000001', path);
    await tryKey(page, 'À parts égales, plusieurs tours');
    await expect(page.getByRole('button', { name: 'En faire un brouillon' })).toHaveCount(0);
    await page.getByRole('tab', { name: 'Écarts' }).click();
    await expect(page.getByLabel('Seuil d’alerte')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Vérifier la période' })).toHaveCount(0);
  });
});

test.describe('a participant', () => {
  test.use({ as: 'participant' });
  test('is not let in', async ({ page }) => {
    const { id } = await operationOf(page, 'ACC00000001');
    await page.goto(`/pmo/operations/${id}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accès non autorisé');
  });
});
