import type { Page } from '@playwright/test';
import { expect, open, read, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';

interface Site {
  id: string;
  name: string;
  dsoId: string;
  energyType: string;
}

interface Curve {
  start: string;
  series: { values: (number | null)[] }[];
}

test.use({ as: 'organizer' });

const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\r\n')}\r\n`),
});

test.describe('curves', () => {
  const header = 'prm;nature;horodate;pas;valeur;unite;statut';
  const day = civilDay(-60);

  /** A day of a site as an operator would send it, with one value that is not what is stored. */
  async function correctedDay(page: Page, operationId: string) {
    const sites = await read<Site[]>(page, `/operations/${operationId}/participants`);
    const site = sites.find(({ energyType }) => energyType === 'consumer');
    if (!site) throw new Error('the operation has no consumer');
    const of = `nature=Conso&dateFrom=${day}&dateTo=${day}&resolution=raw`;
    const curve = await read<Curve>(page, `/measurements/load-curve/by-participant/${site.id}?${of}`);
    const values = curve.series[0]?.values ?? [];
    const start = Date.parse(curve.start);
    const lines = values.map((milliWh, step) => {
      const at = new Date(start + step * 900_000).toISOString().replace('.000Z', '+00:00');
      const wattHours = (milliWh ?? 0) / 1000 + (step === 40 ? 5 : 0);
      return `${site.dsoId};CONSO;${at};PT15M;${wattHours};WH;D`;
    });
    return { site, points: lines.length, file: csv('courbes.csv', [header, ...lines]) };
  }

  test('are checked, imported, and unchanged the second time', async ({ page }) => {
    const { id } = await open(page, 'ACC00000003', 'imports');
    const { site, points, file } = await correctedDay(page, id);
    const choose = () => page.getByLabel(/^Fichiers de courbes/).setInputFiles(file);
    const check = page.getByRole('button', { name: 'Vérifier les fichiers' });
    const take = page.getByRole('button', { name: 'Importer', exact: true });

    await check.click();
    await expect(page.getByRole('alert')).toHaveText("Choisissez d'abord au moins un fichier.");
    await choose();
    await check.click();
    await expect(page.getByText(new RegExp(`^1 site · .* · ${points} points · Consommation `))).toBeVisible();
    await expect(page.getByText(/^L'import modifierait 1 site, sur 1 jours?\.$/)).toBeVisible();
    const preview = page.getByRole('table', { name: 'Courbes lues, par site, nature et mois' });
    await expect(preview).toContainText(site.name);
    await expect(preview).toContainText('Wh');
    await expectGoodScreen(page);
    await take.click();
    await expect(page.getByRole('status').filter({ hasText: 'Import terminé.' })).toContainText(
      '1 site modifié, 1 jour',
    );

    await page.getByRole('button', { name: "Importer d'autres fichiers" }).click();
    await choose();
    await check.click();
    await expect(page.getByText("Rien à importer : ces données sont déjà enregistrées à l'identique.")).toBeVisible();
    await expect(take).toHaveCount(0);
  });

  test('with faults are refused line by line, and nothing is stored', async ({ page }) => {
    const { id } = await open(page, 'ACC00000003', 'imports');
    const { file } = await correctedDay(page, id);
    const lines = file.buffer.toString().trimEnd().split('\r\n');
    lines[2] = '990000000001;CONSO;2026-06-01T00:00:00+02:00;PT15M;10;WH;D';
    lines[4] = (lines[4] ?? '').replace(';CONSO;', ';CHALEUR;');
    await page.getByLabel(/^Fichiers de courbes/).setInputFiles(csv('fautes.csv', lines));
    await page.getByRole('button', { name: 'Vérifier les fichiers' }).click();
    await expect(page.getByRole('alert')).toContainText('Fichiers refusés');
    const problems = page.getByRole('table', { name: 'Points à corriger' });
    await expect(problems.getByRole('row').filter({ hasText: 'Le PRM doit contenir 14 caractères' })).toContainText(
      '3',
    );
    await expect(problems.getByRole('row').filter({ hasText: 'Valeurs possibles : AUTOCONSO' })).toContainText('5');
    await expect(problems).toContainText('fautes.csv');
    await expect(page.getByRole('button', { name: 'Importer', exact: true })).toHaveCount(0);
    await expectGoodScreen(page);
  });
});

test.describe('perimeters', () => {
  test.use({ refusals: [/^400 \/api\/operations\/[^/]+\/participants\/import$/] });
  const name = `PERIM_ACC00000003_${civilDay(0).replaceAll('-', '')}.csv`;
  const header = 'prm;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action';
  const good = `99498130000901;C;Atelier vélo;3 rue des Halles;35300;Fougères;C5;${civilDay(-30)};;EN_VIGUEUR;CREATION`;
  const bad = `994981300009;C;Salle des fêtes;4 rue des Halles;35300;Fougères;C5;${civilDay(-30)};;EN_VIGUEUR;CREATION`;

  test('are checked at once: a line with a fault stops them, a good file is taken over', async ({ page }) => {
    await open(page, 'ACC00000003', 'edit/participants');
    await page.getByRole('button', { name: 'Importer', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Importer des participants' });
    const choose = (lines: readonly string[]) =>
      dialog.getByLabel(/^Fichier de périmètre/).setInputFiles(csv(name, [header, ...lines]));

    await choose([good, bad]);
    const refusal = dialog.getByRole('alert');
    await expect(refusal).toContainText("1 ligne à corriger : rien n'est enregistré");
    await expect(refusal.getByRole('listitem')).toHaveText([/^Ligne 3 : .*14 c.* \(colonne prm\)$/]);
    await expect(dialog.getByRole('button', { name: /^Importer \d/ })).toHaveCount(0);
    await expectGoodScreen(page);

    await choose([good]);
    await expect(dialog.getByRole('definition').first()).toHaveText('1');
    await dialog.getByRole('button', { name: 'Importer 1 site' }).click();
    await expect(page.getByText(/^Import terminé : 1 ajoutés?, 0 mis à jour/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Atelier vélo' })).toBeVisible();
  });
});

/** A day of Paris, counted from today. */
function civilDay(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('fr-CA', { timeZone: 'Europe/Paris' }).format(at);
}
