import type { Page } from '@playwright/test';
import { type Account, civilDay, expect, type Operation, open, read, settled, test } from './fixtures.ts';
import { expectAccessible, expectGoodScreen } from './inspect.ts';
import { answer, ownOperation } from './ownOperation.ts';

interface Config {
  id: string;
  version: number;
  type: string;
  reason?: string;
  pools?: { id: string; name: string; surplusDestinationPoolName: string; percentageProduction: number }[];
}

const path = 'edit/production';
/** The key of the demo's operations is read by other tests: these here change that of their own. */
let own: Operation;
const configsOf = (page: Page) => read<Config[]>(page, `/operations/${own.id}/energy-allocation/configs`);
const rowOf = (page: Page, name: string) =>
  page.getByRole('group', { name: new RegExp(`^Groupe en position \\d+ : ${name}$`) });
const namesOf = (page: Page) =>
  page
    .getByRole('list', { name: 'Groupes, dans l’ordre' })
    .getByLabel('Nom')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));

async function choose(page: Page, group: string, field: string, option: string): Promise<void> {
  await rowOf(page, group).getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Gives a reason, puts in force, and waits until the page shows it. */
async function putInForce(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motif').fill(reason);
  await dialog.getByRole('button', { name: 'Mettre en vigueur' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('La clé de répartition est enregistrée')).toBeVisible();
  await expect(page.getByText('Modifications non enregistrées')).toBeHidden();
}

test.use({ as: 'organizer' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ sessions, playwright }) => {
  own = await ownOperation(async (account) => playwright.request.newContext(await of(account)));
  async function of(account: Account) {
    return { baseURL: process.env.PMO_E2E_URL ?? '', storageState: await sessions(account) };
  }
});

test('percentages above 100 are said and cannot be saved', async ({ page }) => {
  const before = await configsOf(page);
  await open(page, own.externalId, path);
  await page.getByRole('radio', { name: 'Fixe, un tour' }).check();
  const field = page.getByLabel('Pourcentage, Boulangerie du Château');

  await field.pressSequentially('-1,2.e+');
  await expect(field).toHaveValue('12');
  await field.fill('150');
  await expect(field).toHaveValue('100');
  await page.getByLabel('Pourcentage, École Jules-Ferry').fill('1');
  const sum = 'La somme des pourcentages ne peut pas être supérieure à 100%';
  await expect(page.getByRole('alert').filter({ hasText: sum })).toBeVisible();
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText('1 point à régler avant d’enregistrer')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Répartir à égalité' }).click();
  await expect(page.getByText('Somme : 100')).toBeVisible();
  await page.getByRole('button', { name: 'Annuler les modifications' }).click();
  await expect(page.getByText('Modifications non enregistrées')).toBeHidden();
  expect(await configsOf(page)).toHaveLength(before.length);
});

test('three groups: moved, renamed, deleted, saved, and found in the history', async ({ page }) => {
  test.slow();
  const before = await configsOf(page);
  await open(page, own.externalId, `${path}?tab=pools`);

  await test.step('begin anew with three groups', async () => {
    for (let n = 1; n <= 3; n++) {
      await page.getByRole('button', { name: 'Ajouter un groupe' }).click();
      await expect(rowOf(page, `Groupe ${n}`).getByLabel('Nom')).toBeFocused();
      await expect(rowOf(page, `Groupe ${n}`).getByLabel('Production')).toHaveValue('0');
    }
    for (const [group, percentage] of [
      ['Groupe 1', '40'],
      ['Groupe 2', '35'],
      ['Groupe 3', '15'],
    ] as const) {
      await rowOf(page, group).getByLabel('Production').fill(percentage);
      await choose(page, group, 'Algorithme', 'Au prorata');
    }
    await choose(page, 'Groupe 1', 'Surplus vers', 'Groupe 2');
    await choose(page, 'Groupe 2', 'Surplus vers', 'Groupe 3');
    await expect(page.getByText(/^90\s%\s· reste 10\s%$/)).toBeVisible();
    await expectGoodScreen(page);
  });

  await test.step('a renamed group stays the destination of the one above', async () => {
    await rowOf(page, 'Groupe 2').getByLabel('Nom').fill('Logements');
    await expect(rowOf(page, 'Groupe 1').getByRole('combobox', { name: 'Surplus vers' })).toHaveText('Logements');
    await rowOf(page, 'Groupe 3').getByLabel('Nom').fill('Logements');
    await expect(page.getByText('Plusieurs groupes ont le même nom').first()).toBeVisible();
    await page.getByRole('group', { name: 'Groupe en position 3 : Logements' }).getByLabel('Nom').fill('Commerces');
    await expect(page.getByText('Plusieurs groupes ont le même nom')).toHaveCount(0);
  });

  await test.step('moving up, by the keyboard, clears the destination that is passed', async () => {
    const up = page.getByRole('button', { name: 'Monter Logements' });
    await up.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => namesOf(page)).toEqual(['Logements', 'Groupe 1', 'Commerces']);
    // It is the first now: the focus is on the arrow that still does something.
    await expect(page.getByRole('button', { name: 'Descendre Logements' })).toBeFocused();
    await expect(rowOf(page, 'Groupe 1')).toContainText('est maintenant plus haut');
    await choose(page, 'Groupe 1', 'Surplus vers', 'Surplus');
    await expect(rowOf(page, 'Groupe 1')).not.toContainText('est maintenant plus haut');
  });

  await test.step('deleting asks, and redirects to Surplus', async () => {
    await page.getByRole('button', { name: 'Supprimer Commerces' }).click();
    const dialog = page.getByRole('dialog', { name: 'Supprimer Commerces ?' });
    await expect(dialog.getByRole('listitem')).toHaveText(['Logements']);
    await dialog.getByRole('button', { name: 'Supprimer le groupe' }).click();
    await expect(rowOf(page, 'Logements').getByRole('combobox', { name: 'Surplus vers' })).toHaveText('Surplus');
    await expect.poll(() => namesOf(page)).toEqual(['Logements', 'Groupe 1']);
  });

  await test.step('what blocks saving leads to its row', async () => {
    await page.getByRole('button', { name: 'Ajouter un groupe' }).click();
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expect(page.getByText(/^\d points à régler avant d’enregistrer$/)).toBeVisible();
    await expect(page.getByText('Ce participant n’est pas dans un groupe').first()).toBeVisible();
    await page.getByRole('button', { name: 'Choisissez l’algorithme du groupe Groupe 3' }).click();
    await expect(rowOf(page, 'Groupe 3').getByRole('combobox', { name: 'Algorithme' })).toBeFocused();
    await choose(page, 'Groupe 3', 'Algorithme', 'Par priorité');
    await rowOf(page, 'Groupe 3').getByLabel('Production').fill('20');
  });

  await test.step('sites join by a number and leave without one', async () => {
    const card = page.getByRole('listitem').filter({ has: rowOf(page, 'Groupe 3') });
    await card.getByRole('button', { name: 'Choisir les sites' }).click();
    const bakery = page.getByLabel('Priorité, Boulangerie du Château');
    await bakery.fill('2');
    await expect(card.getByRole('button', { name: '1 site', exact: true })).toBeVisible();
    await bakery.fill('');
    await expect(card.getByRole('button', { name: 'Choisir les sites' })).toBeVisible();
    await bakery.fill('1');
    await page
      .getByRole('listitem')
      .filter({ has: rowOf(page, 'Logements') })
      .getByRole('button', { name: 'Choisir les sites' })
      .click();
    await page
      .getByRole('button', { name: /^Ajouter les \d+ sites sans groupe$/ })
      .last()
      .click();
    await expect(page.getByText(/sites? sans groupe$/)).toHaveCount(0);
  });

  await test.step('the changes are shown before they are saved', async () => {
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Nouveau groupe Logements');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Mettre en vigueur' }).click();
    await expect(dialog).toContainText('Indiquez le motif');
    await putInForce(page, 'Décision de l’assemblée');
    const versions = await configsOf(page);
    expect(versions).toHaveLength(before.length + 1);
    expect(versions[0]?.type).toBe('by_pool');
    expect(versions[0]?.pools?.map(({ name, percentageProduction }) => [name, percentageProduction])).toEqual([
      ['Logements', 35],
      ['Groupe 1', 40],
      ['Groupe 3', 20],
    ]);
  });

  await test.step('the history has it, with author, reason and difference', async () => {
    await page.getByRole('tab', { name: 'Historique' }).click();
    const first = page
      .getByRole('listitem')
      .filter({ hasText: `Version ${before.length + 1}` })
      .first();
    await expect(first).toContainText('« Décision de l’assemblée »');
    await expect(first).toContainText('En vigueur');
    await expect(first).toContainText('Nouveau groupe Logements');
  });
});

test('leaving with changes asks; a draft keeps them and is put in force later', async ({ page }) => {
  await open(page, own.externalId, path);
  await page.getByRole('radio', { name: 'Par priorité', exact: true }).check();
  await page.getByLabel('Priorité, École Jules-Ferry').fill('1');

  await page.getByRole('link', { name: 'Participants', exact: true }).click();
  const leaving = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  await leaving.getByRole('button', { name: 'Annuler' }).click();
  await expect(page.getByLabel('Priorité, École Jules-Ferry')).toHaveValue('1');

  await page.getByRole('button', { name: 'Garder en brouillon' }).click();
  await page.getByRole('dialog').getByLabel('Nom du brouillon').fill('Écoles d’abord');
  await page.getByRole('dialog').getByRole('button', { name: 'Garder en brouillon' }).click();
  await expect(page.getByRole('heading', { name: 'Écoles d’abord' })).toBeVisible();
  await expect(page).toHaveURL(/draft=/);

  await page.getByLabel('Priorité, Crèche des Lutins').fill('2');
  await page.getByRole('button', { name: 'Enregistrer le brouillon' }).click();
  await expect(page.getByText('Modifications non enregistrées')).toBeHidden();
  await page.reload();
  await settled(page);
  await expect(page.getByLabel('Priorité, Crèche des Lutins')).toHaveValue('2');

  await page.getByLabel('Priorité, Crèche des Lutins').fill('3');
  await page.getByRole('button', { name: 'Mettre en vigueur' }).click();
  await expect(page.getByRole('dialog')).toContainText('Crèche des Lutins : priorité 2 → priorité 3');
  await putInForce(page, 'Essai de priorités');
  await expect(page).not.toHaveURL(/draft=/);
  const [newest] = await configsOf(page);
  expect(newest).toMatchObject({ type: 'by_priority', reason: 'Essai de priorités' });
});

test('seasons make the whole year, each with its key, and go again', async ({ page }) => {
  await open(page, own.externalId, `${path}?tab=seasons`);
  await page.getByRole('button', { name: 'Définir des saisons' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('jusqu’au 31 mars')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Mois' }).last().click();
  await page.getByRole('option', { name: 'mai', exact: true }).click();
  await expect(dialog.getByText('jusqu’au 30 avr.')).toBeVisible();
  await expect(page.locator('.MuiMenu-root')).toHaveCount(0); // it fades out
  await expectAccessible(page);
  await dialog.getByLabel('Motif').fill('Hiver et été');
  await dialog.getByRole('button', { name: 'Enregistrer les saisons' }).click();
  await expect(page.getByRole('heading', { name: 'Saison basse' })).toBeVisible();
  await expectGoodScreen(page);

  await page.getByRole('link', { name: 'Donner une clé à « Saison basse »' }).click();
  await expect(page.getByText('La saison « Saison basse » n’a pas de clé à elle')).toBeVisible();
  await page.getByRole('radio', { name: 'À parts égales, plusieurs tours' }).check();
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Clé de la saison « Saison basse »');
  await putInForce(page, 'Été à égalité');
  await page.getByRole('tab', { name: 'Saisonnalité' }).click();
  await expect(page.getByText(/^Clé de la saison\s: À parts égales/)).toBeVisible();

  await page.getByRole('button', { name: 'Modifier les saisons' }).click();
  await dialog
    .getByRole('button', { name: /^Retirer la saison/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: /^Retirer la saison/ }).click();
  await expect(dialog.getByText('Sans saison, la clé de toute l’année s’applique.')).toBeVisible();
  await dialog.getByLabel('Motif').fill('Une seule clé');
  await dialog.getByRole('button', { name: 'Enregistrer les saisons' }).click();
  await expect(page.getByText('Une seule clé toute l’année')).toBeVisible();
});

test('equal parts among the sites that are ticked, and among all again', async ({ page }) => {
  await open(page, own.externalId, path);
  await page.getByRole('radio', { name: 'À parts égales, plusieurs tours' }).check();
  const all = page.getByRole('switch', { name: /^Tous les sites participent/ });
  const bakery = page.getByRole('checkbox', { name: 'Sélection, Boulangerie du Château' });
  const boxes = page.getByRole('checkbox', { name: /^Sélection, / });
  await expect(all).toBeChecked();
  await expect(bakery).toBeChecked();
  await bakery.uncheck();
  await expect(all).not.toBeChecked();
  await expectGoodScreen(page);

  await test.step('a search leaves the others as they are, and nobody is no selection', async () => {
    const count = await page.getByText(/^\d+ sites participent$/).textContent();
    await page.getByLabel('Rechercher un site…').fill('Crèche');
    await expect(boxes).toHaveCount(1);
    await expect(page.getByText(count ?? '')).toBeVisible();
    await boxes.uncheck();
    await page.getByLabel('Rechercher un site…').fill('');
    await boxes.first().check();
  });

  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(/Seuls \d+ sites choisis participent/);
  await putInForce(page, 'Vote sur les sites');
  await page.reload();
  await settled(page);
  await expect(bakery).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Sélection, Crèche des Lutins' })).not.toBeChecked();

  await all.check();
  await expect(page.getByRole('checkbox', { name: 'Sélection, Crèche des Lutins' })).toBeChecked();
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Tous les sites participent, aussi ceux qui arriveront');
  await putInForce(page, 'Tous ensemble');
});

test.describe('who may only read', () => {
  test.use({ as: 'admin' });
  test('sees the key and its history, and no way to change it', async ({ page }) => {
    await open(page, own.externalId, `${path}?tab=pools`);
    await expect(page.getByRole('button', { name: 'Ajouter un groupe' })).toHaveCount(0);
    await page.getByRole('tab', { name: 'Méthode' }).click();
    await expect(page.getByRole('radio')).toHaveCount(0);
    await page.getByRole('tab', { name: 'Historique' }).click();
    await expect(page.getByText(/^Version 1$/)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Actions sur Version/ })).toHaveCount(0);
  });
});

test('a deadline that is missed or near is said on home and dashboard and not to participants', async ({
  page,
  requests,
}) => {
  const late = await ownOperation(requests);
  const organizer = await requests('organizer');
  const [{ params = [] } = {}] = await answer<{ params?: object[] }[]>(
    organizer.get(`/api/operations/${late.id}/energy-allocation/configs`),
  );
  await answer(
    organizer.post(`/api/energy-allocation/config?operationId=${late.id}`, {
      data: { type: 'by_weight', params, effectiveDate: civilDay(-60), reason: 'Vote de l’automne' },
    }),
  );
  // Near the end of a month the next deadline is near as well.
  const due = await answer<{ late: boolean }[]>(
    organizer.get(`/api/energy-allocation/coefficients-due?operationIds=${late.id}`),
  );
  const missed = due.some((one) => one.late);
  const said = missed ? /Coefficients en retard pour .*est dépassée/ : /Coefficients à envoyer/;

  await page.goto(`/pmo?q=${late.externalId}`);
  const line = page.locator(`#operation-${late.id}`);
  await expect(line).toContainText(missed ? /date limite du .* est dépassée/ : /au plus tard le/);
  await open(page, late.externalId, 'dashboard');
  await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible();
  await page.getByRole('link', { name: 'Préparer les coefficients' }).click();
  await expect(page).toHaveURL(/edit\/production\?tab=sending$/);

  const reply = await (await requests('participant')).get(
    `/api/energy-allocation/coefficients-due?operationIds=${late.id}`,
  );
  expect([403, 404]).toContain(reply.status());
});
