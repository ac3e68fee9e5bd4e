import type { Page } from '@playwright/test';
import { digits, expect, read, settled, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';
import { answer, ownOperation } from './ownOperation.ts';

interface Line {
  operationId: string;
  operationName: string;
  sitesNumber: number;
  latitude?: number;
  month: string;
  urgency: string;
}

const list = (page: Page) => page.getByRole('list', { name: 'Les opérations, la plus urgente d’abord' });
const itemsOf = (page: Page) => list(page).locator('> li');

test.describe('home with several operations', () => {
  test.use({ as: 'organizer' });

  test('the most urgent stands first, with its steps, figures and one button, filters and month in the address', async ({
    page,
  }) => {
    await page.goto('/pmo');
    await settled(page);
    const lines = await read<Line[]>(page, '/months');
    const named = itemsOf(page)
      .locator('a')
      .filter({ hasNotText: /^(Voir|Générer|Importer|Publier|Corriger|Calculer|Envoyer|Déclarer)/ });
    // Other tests make operations meanwhile.
    const known = lines.filter(({ operationName }) => !/\d/.test(operationName));
    const names = (await named.allTextContents()).filter((name) => !/\d/.test(name));
    expect(names).toEqual(known.map(({ operationName }) => operationName));
    const first = itemsOf(page).filter({ hasText: 'Fougères Solaire' });
    // Its month may have been billed by another test meanwhile.
    const fougeres = lines.find(({ operationName }) => operationName === 'Fougères Solaire');
    const late = fougeres?.urgency === 'LATE' ? 1 : 0;
    await expect(first.getByText('En retard', { exact: true })).toHaveCount(late);
    await expect(first.getByRole('list', { name: 'Les étapes du mois' })).toContainText('Coefficients');
    await expectGoodScreen(page);

    // A state that no operation is in has no button.
    if (lines.some(({ urgency }) => urgency === 'LATE')) {
      await page.getByRole('button', { name: /^En retard \(/ }).click();
      await expect(page).toHaveURL(/state=late/);
    } else {
      await page.goto('/pmo?state=late');
      await settled(page);
    }
    await expect(itemsOf(page).filter({ hasText: 'Fougères Solaire' })).toHaveCount(late);
    await page.reload();
    await expect(itemsOf(page).filter({ hasText: 'Fougères Solaire' })).toHaveCount(late);
    await expect(itemsOf(page).filter({ hasText: 'Quartier des Lices' })).toHaveCount(0);
    await page.goto('/pmo?q=lices');
    await expect(itemsOf(page)).toHaveCount(1);
    const [lices] = lines.filter(({ operationName }) => operationName === 'Quartier des Lices');
    await expect(page.locator('dl > div').filter({ hasText: 'Sites' })).toContainText(String(lices?.sitesNumber));
    await page.getByRole('button', { name: 'Mois précédent' }).click();
    await expect(page).toHaveURL(/month=2\d{3}-\d{2}/);
    await expect(itemsOf(page)).toContainText(['Quartier des Lices']);
    await itemsOf(page)
      .getByRole('link', { name: /Quartier des Lices$/ })
      .last()
      .click();
    await expect(page).toHaveURL(/\/month\/2\d{3}-\d{2}$/);
  });

  test('the map is drawn without another server, and leads to the lines of the list', async ({ page }) => {
    const origin = new URL(process.env.PMO_E2E_URL ?? '').origin;
    const foreign: string[] = [];
    page.on('request', (request) => {
      const { origin: from, protocol } = new URL(request.url());
      if (from !== origin && protocol.startsWith('http')) foreign.push(from);
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/pmo?q=ACC0000000');
    const map = page.getByRole('region', { name: /^Carte des opérations/ });
    const found = (await read<Line[]>(page, '/months?q=ACC0000000')).filter(({ latitude }) => latitude !== undefined);
    await expect(map.locator('path.place')).toHaveCount(found.length);
    await expect(map.locator('path.ground-own').first()).toBeAttached();
    await map.locator('path.place').last().click();
    await expect(itemsOf(page).locator('a:focus')).toHaveCount(1);
    expect(foreign).toEqual([]);
    await expectGoodScreen(page);
  });

  test('an operation without a position is named beside the map', async ({ page, requests }) => {
    const own = await ownOperation(requests);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/pmo?q=${own.externalId}`);
    await expect(page.getByText(`Sans position sur la carte : ${own.name}`)).toBeVisible();
  });
});

test.describe('setting up an operation', () => {
  test.use({ as: 'organizer', refusals: [/^400 \/api\/operations\/[^/]+$/] });

  test('an empty operation says what is done first, and each thing leaves the list when it is done', async ({
    page,
    requests,
  }) => {
    const office = await requests('admin');
    const organizer = await requests('organizer');
    const { id: me } = await answer<{ id: string }>(organizer.get('/api/session'));
    const number = digits(8);
    const { id } = await answer<{ id: string }>(
      office.post('/api/admin/operations', {
        data: {
          name: `Début ${number}`,
          externalId: `ACC${number}`,
          dso: 'ENEDIS',
          billingEngine: 'ENGINE_2025',
          organizerIds: [me],
        },
      }),
    );
    await page.goto(`/pmo/operations/${id}/month`);
    const list = page.getByRole('region', { name: 'Mise en route' });
    const step = (name: string) =>
      list.locator('ol > li').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });
    await expect(list.locator('ol > li')).toHaveCount(9);
    await expect(step('Choisir la clé de répartition')).toContainText('En attente');
    await expectGoodScreen(page);

    await list.getByRole('button', { name: 'Compléter la PMO' }).click();
    const dialog = page.getByRole('dialog', { name: 'La PMO de l’opération' });
    await dialog.getByRole('textbox', { name: 'SIREN, SIRET ou numéro d’entreprise', exact: true }).fill('732829321');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expectGoodScreen(page);
    for (const [field, text] of [
      ['Raison sociale', 'Soleil partagé'],
      ['SIREN, SIRET ou numéro d’entreprise', '732829320'],
      ['Adresse', '1 rue du Val'],
      ['Code postal', '35300'],
      ['Commune', 'Fougères'],
    ] as const) {
      await dialog.getByRole('textbox', { name: field, exact: true }).fill(text);
    }
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog).toBeHidden();
    await expect(step('Dire qui est la PMO')).toContainText('Fait');
    await list.getByRole('link', { name: 'Ajouter des sites' }).click();
    await expect(page).toHaveURL(/edit\/participants$/);
    await expect(page.getByRole('region', { name: 'Mise en route' })).toBeVisible();
    await page.goto(`/pmo/operations/${id}/dashboard`);
    await expect(page.getByRole('region', { name: 'Mise en route' })).toBeVisible();
  });
});
