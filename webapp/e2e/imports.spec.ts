import { closeSync, ftruncateSync, openSync, rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { bookOf, type ChosenFile, fileOf, zipOf } from './curveFiles.ts';
import { civilDay, digits, expect, open, read, test } from './fixtures.ts';
import { expectGoodScreen, pictures } from './inspect.ts';

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
    const site = sites.find(({ name }) => name === 'Boulangerie du Château');
    if (!site) throw new Error('the operation has no bakery');
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
    await expect(page.getByRole('alert')).toHaveText('Choisissez d’abord au moins un fichier.');
    await choose();
    await check.click();
    await expect(page.getByText(new RegExp(`^1 site · .* · ${points} points · Consommation `))).toBeVisible();
    await expect(page.getByText('L’import modifierait 1 site (jours concernés : 1).')).toBeVisible();
    const preview = page.getByRole('table', { name: 'Courbes lues, par site, nature et mois' });
    await expect(preview).toContainText(site.name);
    await expect(preview).toContainText('Wh');
    await expectGoodScreen(page);
    await take.click();
    await expect(page.getByRole('status').filter({ hasText: 'Import terminé.' })).toContainText(
      '1 site modifié, 1 jour',
    );

    await page.getByRole('button', { name: 'Importer d’autres fichiers' }).click();
    await choose();
    await check.click();
    await expect(page.getByText('Rien à importer : ces données sont déjà enregistrées à l’identique.')).toBeVisible();
    await expect(take).toHaveCount(0);
  });

  test('with faults are refused line by line, and nothing is stored', async ({ page }) => {
    const { id } = await open(page, 'ACC00000003', 'imports');
    const { file } = await correctedDay(page, id);
    const lines = file.buffer.toString().trimEnd().split('\r\n');
    lines[2] = `990000000001;CONSO;${day}T00:00:00+02:00;PT15M;10;WH;D`;
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

  test('with a thousand times the energy are listed, confirmed, and undone from the history', async ({ page }) => {
    const { id } = await open(page, 'ACC00000003', 'imports');
    const { site, file } = await correctedDay(page, id);
    const thousand = csv(
      'mille.csv',
      file.buffer
        .toString()
        .trimEnd()
        .replaceAll(/;([\d.]+);WH;/g, ';$1;KWH;')
        .split('\r\n'),
    );
    await page.getByLabel(/^Fichiers de courbes/).setInputFiles(thousand);
    await page.getByRole('button', { name: 'Vérifier les fichiers' }).click();
    const asked = page.getByRole('alert').filter({ hasText: 'à confirmer avant d’enregistrer' });
    await expect(asked).toContainText(site.name);
    await expect(asked).toContainText('deviendraient');
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Importer', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Importer quand même' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Import terminé.' })).toBeVisible();

    await page
      .getByRole('button', { name: /^Aperçu de .*mille\.csv/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler cet import' }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Annuler cet import' }).click();
    await expect(page.getByRole('dialog').getByText('Annulé', { exact: true })).toBeVisible();
    const newest = await read<{ status: string }[]>(page, `/operations/${id}/measurements/imports?limit=1`);
    expect(newest[0]?.status).toBe('UNDONE');

    // The page of the import says the same, with who did it.
    await page.getByRole('dialog').getByRole('link', { name: 'Ouvrir la page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Import du/ })).toBeVisible();
    const history = page.getByRole('region', { name: 'Historique' });
    await expect(history.getByRole('listitem').first()).toContainText('Import annulé');
    await expect(history).toContainText('Courbes importées');
    await expectGoodScreen(page);
  });

  test('as readings of an R15 tell what they bring, by site', async ({ page }) => {
    const { id } = await open(page, 'ACC00000003', 'imports');
    const { site } = await correctedDay(page, id);
    const reading = (from: string, to: string, kilowattHours: string) =>
      `<R15><PRM><Id_PRM>${site.dsoId}</Id_PRM><Donnees_Releve><Date_Releve>${to}T00:01:00+02:00</Date_Releve>` +
      '<Autoconsommation_Collective>1</Autoconsommation_Collective><Statut_Releve>INITIAL</Statut_Releve>' +
      `<Date_Releve_Precedent>${from}T00:01:00+02:00</Date_Releve_Precedent><Classe_Temporelle_Distributeur>` +
      `<Id_Classe_Temporelle>BASE</Id_Classe_Temporelle><Classe_Mesure>3</Classe_Mesure><Valeur>${kilowattHours}</Valeur>` +
      '<Unite_Mesure>kWh</Unite_Mesure></Classe_Temporelle_Distributeur></Donnees_Releve></PRM></R15>';
    // Another number each time, so that it is new.
    const file = fileOf('r15.xml', reading('2026-06-01', '2026-07-01', digits(3)));
    await page.getByLabel(/^Fichiers de courbes/).setInputFiles(file);
    await page.getByRole('button', { name: 'Vérifier les fichiers' }).click();
    const told = page.getByRole('alert').filter({ hasText: '1 relevé d’une période entière' });
    await expect(told).toContainText(site.name);
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Importer', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Import terminé.' })).toContainText('1 relevé enregistré.');
  });

  test('of two sheets of a portal workbook are both read and stored, with what is left out', async ({ page }) => {
    const { id } = await open(page, 'ACC00000003', 'imports');
    const sites = await read<Site[]>(page, `/operations/${id}/participants`);
    const [consumer] = sites.filter(({ energyType }) => energyType === 'consumer').slice(-1);
    const [producer] = sites.filter(({ energyType }) => energyType === 'producer').slice(-1);
    if (!consumer || !producer) throw new Error('the operation has no sites');
    const on = civilDay(-70);
    const clock = (half: number) =>
      `${on.slice(8)}/${on.slice(5, 7)}/${on.slice(0, 4)} ${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`;
    // Another power each time, so that it is new; the last half hour is a gap.
    const power = (Number(digits(3)) + 1) / 1000;
    const sheet = ({ dsoId }: Site, times: number) => [
      ['Compte Client'],
      ['Point Référence Mesure (PRM) :', dsoId, 'Grandeur physique :'],
      ['NA', 'Données indisponibles'],
      [],
      ['', 'Début', 'Fin', 'Valeur (en kW)'],
      ...Array.from({ length: 46 }, (_, half) => [
        '',
        clock(half),
        clock(half + 1),
        half === 45 ? 'NA' : (power * times).toFixed(3).replace('.', ','),
      ]),
    ];
    const book = bookOf({
      'Consommation Horaire': sheet(consumer, 1),
      'Production Horaire': sheet(producer, 2),
      'Export Consommation Quotidienne': [
        ['Date', 'kWh'],
        [on, '12'],
      ],
    });
    await page.getByLabel(/^Fichiers de courbes/).setInputFiles(fileOf('portail.xlsx', book));
    await page.getByRole('button', { name: 'Vérifier les fichiers' }).click();
    const file = page.getByRole('region', { name: 'portail.xlsx' });
    await expect(file).toContainText(`${consumer.dsoId} · Consommation · 45 valeurs`);
    await expect(file).toContainText(`${producer.dsoId} · Production · 45 valeurs`);
    await expect(page.getByText(/Export Consommation Quotidienne/).first()).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Importer', exact: true }).click();
    // A day of another size than the one it replaces is asked about.
    const yes = page.getByRole('dialog').getByRole('button', { name: 'Importer quand même' });
    const done = page.getByRole('status').filter({ hasText: 'Import terminé.' });
    await expect(yes.or(done)).toBeVisible();
    if (await yes.isVisible()) await yes.click();
    await expect(done).toBeVisible();
    for (const [site, nature, times] of [
      [consumer, 'Conso', 1],
      [producer, 'Prod', 2],
    ] as const) {
      const of = `nature=${nature}&dateFrom=${on}&dateTo=${on}&resolution=hour`;
      const stored = await read<Curve>(page, `/measurements/load-curve/by-participant/${site.id}?${of}`);
      expect(stored.series[0]?.values[3]).toBe(Math.round(power * times * 1000) * 1000);
    }
    const [newest] = await read<{ id: string }[]>(page, `/operations/${id}/measurements/imports?limit=1`);
    await page.request.post(`/api/operations/${id}/measurements/imports/${newest?.id}/undo`);
  });

  test('with a line that is too long are refused at once, with its number', async ({ page }) => {
    await open(page, 'ACC00000003', 'imports');
    await page.getByLabel(/^Fichiers de courbes/).setInputFiles(csv('longue.csv', [header, '9'.repeat(70_000)]));
    await page.getByRole('button', { name: 'Vérifier les fichiers' }).click();
    const problems = page.getByRole('table', { name: 'Points à corriger' });
    await expect(problems.getByRole('row').filter({ hasText: 'trop longue' })).toContainText('2');
  });
});

test.describe('unusual curve files', () => {
  // Days on which no clock changes.
  const [year = '', month = ''] = civilDay(-60).split('-');

  const power = digits(3);

  /** Three days of an inverter, without a year, newest first; its power is another one each time. */
  function inverter(): string[] {
    const lines: string[] = [];
    for (let step = 3 * 96 - 1; step >= 0; step--) {
      const [day, quarter] = [Math.floor(step / 96) + 5, step % 96];
      const clock = `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`;
      lines.push(`${two(day)}.${month}. ${clock};${quarter % 7},${power}`);
    }
    return ['Horodate;Onduleur', ...lines];
  }

  const two = (n: number) => String(n).padStart(2, '0');

  test('ask what they do not say, are remembered, and read without a question the next time', async ({ page }) => {
    const { id } = await open(page, 'ACC00000003', 'imports');
    const sites = await read<Site[]>(page, `/operations/${id}/participants`);
    const producer = sites.find(({ energyType }) => energyType === 'producer');
    if (!producer) throw new Error('the operation has no producer');
    const mappings = `/operations/${id}/measurements/file-mappings`;
    // Of an attempt before this one.
    for (const left of await read<{ id: string }[]>(page, mappings)) {
      await page.request.delete(`/api${mappings}/${left.id}`);
    }
    const choose = (name: string) => page.getByLabel(/^Fichiers de courbes/).setInputFiles(csv(name, inverter()));
    const card = page.getByRole('region', { name: 'toiture.csv' });
    const pick = async (field: RegExp, option: RegExp) => {
      await card.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option }).click();
    };

    await choose('toiture.csv');
    await page.getByRole('button', { name: 'Vérifier les fichiers' }).click();
    await expect(page.getByText(/^1 fichier ne dit pas tout/)).toBeVisible();
    await expect(card).toContainText('288 lignes');
    await expect(card).toContainText('remises dans l’ordre');
    await expect(page.getByRole('button', { name: 'Importer', exact: true })).toHaveCount(0);
    await expectGoodScreen(page);
    await card.getByLabel(/^Année/).fill(year);
    await pick(/^Site/, new RegExp(producer.dsoId));
    await pick(/^Nature/, /^Production$/);
    await pick(/^Unité/, /^Puissance en kW$/);
    await card.getByLabel('Se souvenir pour les fichiers comme celui-ci').check();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectGoodScreen(page);
    const again = page.getByRole('button', { name: 'Vérifier avec ces réponses' });
    await again.click();
    // Once the year is known: no night of the file tells its clock.
    await expect(card.getByRole('combobox', { name: /^Heure du fichier/ })).toContainText(/légale/i);
    await again.click();
    await expect(page.getByRole('table', { name: 'Courbes lues, par site, nature et mois' })).toContainText(
      producer.name,
    );
    await page.getByRole('button', { name: 'Importer', exact: true }).click();
    const anyway = page.getByRole('button', { name: 'Importer quand même' });
    const done = page.getByRole('status').filter({ hasText: 'Import terminé.' });
    await expect(anyway.or(done)).toBeVisible();
    if (await anyway.isVisible()) await anyway.click();
    await expect(done).toBeVisible();

    await page.getByRole('button', { name: 'Importer d’autres fichiers' }).click();
    await choose('encore.csv');
    await page.getByRole('button', { name: 'Vérifier les fichiers' }).click();
    const next = page.getByRole('region', { name: 'encore.csv' });
    await expect(next).toContainText('Lu comme les fichiers « toiture »');
    await expect(next.getByRole('combobox', { name: /^Site/ })).toBeVisible();

    const kept = page.getByRole('region', { name: 'Correspondances enregistrées' });
    await expect(kept).toContainText('toiture');
    await expectGoodScreen(page);
    await kept.getByRole('button', { name: /toiture/ }).click();
    await page.getByRole('menuitem', { name: 'Supprimer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await expect(kept).toHaveCount(0);
    // While the dialog is closing, nothing behind it is seen.
    await expect.poll(() => read<unknown[]>(page, mappings)).toEqual([]);
  });
});

test.describe('files that were read wrong', () => {
  test('a remark with commas changes no value, and a cut last line is asked', async ({ page }) => {
    const { id } = await open(page, 'ACC00000003', 'imports');
    const sites = await read<Site[]>(page, `/operations/${id}/participants`);
    const consumer = sites.find(({ energyType }) => energyType === 'consumer');
    if (!consumer) throw new Error('the operation has no consumer');
    const day = civilDay(-60).split('-').reverse().join('/');
    const two = (n: number) => String(n).padStart(2, '0');
    const lines = Array.from({ length: 96 }, (_, step) => {
      const remark = step === 40 ? '192.168.1.10, puis 1..5' : '';
      return `${day} ${two(Math.floor(step / 4))}:${two((step % 4) * 15)};${remark};${step % 3}7`;
    });
    const content = [`Début;Remarque;Conso ${consumer.dsoId} (Wh)`, ...lines].join('\r\n');
    await page.getByLabel(/^Fichiers de courbes/).setInputFiles(fileOf('coupe.csv', content));
    await page.getByRole('button', { name: 'Vérifier les fichiers' }).click();
    const card = page.getByRole('region', { name: 'coupe.csv' });
    await expect(card).toContainText('La dernière ligne, 97, n’a pas de fin de ligne');
    await expectGoodScreen(page);
    await card.getByRole('combobox', { name: /^Fin du fichier/ }).click();
    await page.getByRole('option', { name: /coupée/ }).click();
    await page.getByRole('button', { name: 'Vérifier avec ces réponses' }).click();
    await expect(card).toContainText('95 valeurs');
    await expect(card).toContainText('La dernière ligne, 97, est coupée et n’est pas reprise.');
    await expect(page.getByRole('button', { name: 'Importer', exact: true })).toBeVisible();
  });
});

test.describe('perimeters', () => {
  test.use({ refusals: [/^400 \/api\/operations\/[^/]+\/participants\/import$/] });
  const name = `PERIM_ACC00000003_${civilDay(0).replaceAll('-', '')}.csv`;
  const header = 'prm;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action';
  const number = digits(6);
  const workshop = `Atelier vélo ${number}`;
  const good = `99498130${number};C;${workshop};3 rue des Halles;35300;Fougères;C5;${civilDay(-30)};;EN_VIGUEUR;CREATION`;
  const bad = `994981300009;C;Salle des fêtes;4 rue des Halles;35300;Fougères;C5;${civilDay(-30)};;EN_VIGUEUR;CREATION`;

  test('are checked at once: a line with a fault stops them, a good file is taken over', async ({ page }) => {
    await open(page, 'ACC00000003', 'edit/participants');
    await page.getByRole('button', { name: 'Importer', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Importer des participants' });
    const choose = (lines: readonly string[]) =>
      dialog.getByLabel(/^Fichier de périmètre/).setInputFiles(csv(name, [header, ...lines]));

    await choose([good, bad]);
    const refusal = dialog.getByRole('alert');
    await expect(refusal).toContainText('1 ligne à corriger : rien ne sera enregistré tant qu’elle reste');
    await expect(refusal.getByRole('listitem')).toHaveText([/^Ligne 3\s: .*14 c.* \(colonne prm\)$/]);
    await expect(dialog.getByRole('button', { name: /^Importer \d/ })).toHaveCount(0);
    await expectGoodScreen(page);

    await choose([good]);
    await expect(dialog.getByRole('definition').first()).toHaveText('1');
    await dialog.getByRole('button', { name: 'Importer 1 site' }).click();
    await expect(page.getByText(/^Import terminé\. Sites ajoutés\s: 1\s; mis à jour\s: 0/)).toBeVisible();
    await expect(page.getByRole('link', { name: workshop })).toBeVisible();
  });
});

test.describe('curve files that no import takes', () => {
  const header = 'prm;nature;horodate;pas;valeur;unite;statut\n';
  const line = (prm: string) => `${prm};CONSO;${civilDay(-60)}T00:00:00+02:00;PT15M;4;W;D\n`;
  const bomb = zipOf('a.csv', Buffer.concat([Buffer.from(header), Buffer.alloc(64 << 20, '\n')]));

  test('say what is wrong with them', async ({ page }) => {
    const { id } = await open(page, 'ACC00000003', 'imports');
    const sites = await read<Site[]>(page, `/operations/${id}/participants`);
    const site = sites.find(({ energyType }) => energyType === 'consumer')?.dsoId ?? '';
    const other = '99000000000000';
    const files: [ChosenFile, string][] = [
      [
        fileOf('colonnes.csv', 'prm;nature;horodate;pas;valeur\n'),
        'Colonnes absentes du fichier colonnes.csv : unite, statut',
      ],
      [
        fileOf('coupe.csv', header + line(site) + line(site).slice(0, 40)),
        'Le fichier coupe.csv est incomplet : envoyez-le à nouveau.',
      ],
      [fileOf('vide.csv', ''), 'Le fichier ne contient aucune donnée.'],
      [
        fileOf('voisins.csv', header + line(other)),
        `Le PRM ou EAN ${other} n’appartient à aucun participant de l’opération. Ajoutez le participant ou retirez ces lignes.`,
      ],
      [
        fileOf('image.xlsx', '\x89PNG\r\n\x1a\n\x00\x00'),
        'Le fichier image.xlsx n’est pas un classeur lisible : enregistrez-le au format .xlsx, sans mot de passe.',
      ],
      [fileOf('image.csv', '\x89PNG\r\n\x1a\n\x00\x00'), 'Le fichier image.csv n’est pas un fichier texte.'],
      [
        fileOf('ancien.zip', zipOf('ancien.xls', Buffer.from('d0cf11e0a1b11ae10000', 'hex'))),
        'Le fichier ancien.xls est un classeur d’un ancien format ou protégé : enregistrez-le en .xlsx ou .csv, sans mot de passe.',
      ],
      [
        fileOf('bombe.zip', bomb),
        'L’archive bombe.zip contient trop de fichiers ou des fichiers trop gros. Envoyez-la en plusieurs parties.',
      ],
      [fileOf('coupe.zip', bomb.subarray(0, 4000)), 'L’archive coupe.zip est endommagée. Recréez-la puis recommencez.'],
    ];
    for (const [file, text] of files) {
      await page.getByLabel(/^Fichiers de courbes/).setInputFiles(file);
      await page.getByRole('button', { name: 'Vérifier les fichiers' }).click();
      const problems = page.getByRole('table', { name: 'Points à corriger' });
      await expect(problems.getByText(text, { exact: true })).toBeVisible();
      await expect(page.getByRole('alert')).toContainText('Fichiers refusés');
      await pictures(page, file.name.replace('.', '-'));
      await page.getByRole('button', { name: `Retirer ${file.name}` }).click();
    }

    const large = test.info().outputPath('trop-grand.csv');
    const handle = openSync(large, 'w');
    ftruncateSync(handle, 201 * 1024 * 1024);
    closeSync(handle);
    await page.getByLabel(/^Fichiers de courbes/).setInputFiles(large);
    await expect(page.getByText('trop-grand.csv dépasse 200 Mo')).toBeVisible();
    await pictures(page, 'trop-grand');
    rmSync(large);
  });
});

test.describe('curves that come without anybody sending files', () => {
  const firstOfMonth = civilDay(0).endsWith('-01');
  test.use({ refusals: firstOfMonth ? [/^409 .*\/measurements\/pulls$/] : [] });

  test('are asked of the operator now, and only where it can be asked', async ({ page }) => {
    await open(page, 'ACC00000001', 'imports');
    await expect(page.getByRole('heading', { name: 'Nouvel import' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Courbes reçues sans envoi' })).toHaveCount(0);

    await open(page, 'ACC00000003', 'imports');
    const panel = page.getByRole('region', { name: 'Courbes reçues sans envoi' });
    await expect(panel).toContainText('donne les courbes sur demande');
    await panel.getByRole('button', { name: 'Récupérer maintenant' }).click();
    if (firstOfMonth) {
      // All days of the month that has ended are definitive: nothing can be asked for, unless another test has made
      // a site, of which the operator knows nothing.
      await expect(panel.getByText(/rien à demander|n’a encore aucune valeur/)).toBeVisible();
      return;
    }
    await expect(panel.getByRole('status').filter({ hasText: 'Import terminé' })).toBeVisible();
    await expect(panel).toContainText(/Dernière réception\s: .*, Camille/);
    await expectGoodScreen(page);
    await panel.getByRole('button', { name: 'Détails' }).click();
    await expect(page.getByRole('dialog', { name: /^Import du/ })).toContainText('CDC_ACC00000003_');
  });
});
