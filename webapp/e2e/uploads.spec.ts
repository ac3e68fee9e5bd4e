import { closeSync, ftruncateSync, openSync, rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { type AccessPoint, type ChosenFile, dayText, eanOf, fileOf, sibelgaPair, zipOf } from './curveFiles.ts';
import { expect, open, read, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';

interface Site {
  id: string;
  name: string;
  dsoId: string;
  energyType: string;
  isProsumer?: boolean;
  activationRange: { entry?: string };
}

/** What is on screen, at a desk and on a phone; the pictures lie beside the results. */
async function pictures(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('alert').first().scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath(`${name}-${width}.png`) });
  }
}

const day = (date: string) =>
  new Intl.DateTimeFormat('fr-BE', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(/^1 /, '1er ');

test.describe('uploads that Sibelga files fail', () => {
  test.use({ as: 'organizer-be', refusals: [/^(400|409) .*\/upload-permanent-dataset$/] });

  // The month before this one, which no site enters or leaves in the demo.
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]; // month: of the one before, from 1
  const date = (n: number) => dayText(year, month, n);
  const [stranger, strange] = [eanOf(9_999_999_999), eanOf(9_999_999_998)];
  const unknownFile = fileOf('autre.csv', 'jour;valeur\n1;2\n');

  /** Opens the panel, and gives what a good pair of files holds. */
  async function panel(page: Page) {
    // The first question comes after ten seconds: the clock of the page is turned, not waited for.
    await page.clock.install();
    const { id } = await open(page, 'BE00000001', 'imports');
    const sites = await read<Site[]>(page, `/operations/${id}/participants?dateFrom=${date(1)}&dateTo=${date(28)}`);
    const points = sites.map(
      ({ dsoId, energyType, isProsumer }): AccessPoint => ({
        ean: dsoId,
        consumes: energyType === 'consumer',
        produces: energyType === 'producer' || isProsumer === true,
        from: date(1),
        to: dayText(year, month + 1, 1),
      }),
    );
    const one = (energyType: string) => {
      const site = sites.find((other) => other.energyType === energyType && !other.isProsumer);
      if (!site) throw new Error(`no ${energyType}`);
      return site;
    };
    const choose = (files: ChosenFile[]) => page.getByLabel(/^Fichiers de Sibelga/).setInputFiles(files);
    const send = page.getByRole('button', { name: 'Envoyer les deux fichiers' });
    const status = async () =>
      (await read<{ status: string }>(page, `/operations/${id}/measurements/upload-event`)).status;
    /** Sends two files and waits for what becomes of them. */
    const upload = async (files: ChosenFile[]) => {
      await choose(files);
      await send.click();
      await expect(page.getByText('Contrôle et enregistrement en cours')).toBeVisible();
      await expect.poll(status, { timeout: 30_000 }).toBe('failed');
      await page.clock.fastForward(10_000);
      await expect(page.getByRole('alert').first()).toBeVisible();
    };
    const change = (ean: string, part: Partial<AccessPoint>) =>
      points.map((point) => (point.ean === ean ? { ...point, ...part } : point));
    return { id, points, one, choose, send, upload, change, status };
  }

  const refused = (page: Page) => page.getByRole('alert').filter({ hasText: "Envoi refusé : rien n'a été enregistré" });

  test('say which file is wrong', async ({ page }) => {
    const { points, upload, choose, send } = await panel(page);
    const [monthly, quarters] = sibelgaPair(points.slice(0, 2));

    await choose([monthly]);
    await send.click();
    await expect(page.getByText('Deux fichiers sont attendus : le mensuel et le quart-horaire.')).toBeVisible();
    await page.getByRole('button', { name: 'Retirer VOLUMES.csv' }).click();

    await upload([monthly, unknownFile]);
    await expect(refused(page)).toHaveText(
      "Envoi refusé : rien n'a été enregistréLe fichier autre.csv n'est pas reconnu.",
    );
    await pictures(page, 'UnknownFile');

    const text = quarters.buffer.toString();
    await upload([monthly, fileOf('QUARTS.csv', text.replace('Flow;Volume (kWh)', 'Flux;Valeur'))]);
    await expect(refused(page)).toHaveText(
      "Envoi refusé : rien n'a été enregistréColonnes absentes du fichier QUARTS.csv : Flow, Volume (kWh)",
    );
    await pictures(page, 'MissingColumns');
    await expectGoodScreen(page);
  });

  test('name the participants beside their EAN, with what mends it', async ({ page }) => {
    test.slow(); // four pairs of some 100 000 lines
    const { id, points, one, upload, change } = await panel(page);
    const [consumer, producer] = [one('consumer'), one('producer')];
    const participants = `/pmo/operations/${id}/edit/participants`;
    const item = (ean: string) =>
      refused(page)
        .getByRole('listitem')
        .filter({ hasText: `EAN ${ean}` });

    const others = points.filter(({ ean }) => ean !== consumer.dsoId && ean !== producer.dsoId);
    const sample = points[0] as AccessPoint;
    await upload(
      sibelgaPair([
        ...others,
        { ...sample, ean: stranger, consumes: true, produces: false },
        { ...sample, ean: strange, consumes: false, produces: true },
      ]),
    );
    await expect(refused(page)).toContainText('Les fichiers ne correspondent pas aux participants de ce mois.');
    await expect(item(consumer.dsoId)).toHaveText(
      `${consumer.name} · EAN ${consumer.dsoId}Données du consommateur absentes du fichier VOLUMES.csv.Fixer sa date de sortie s'il n'est plus dans le partage`,
    );
    await expect(item(producer.dsoId)).toContainText('Données du producteur absentes du fichier VOLUMES.csv.');
    await expect(item(stranger)).toHaveText(
      `Participant inconnu · EAN ${stranger}Consommateur inattendu dans la période.Ajouter ce participant`,
    );
    await expect(item(strange)).toContainText('Producteur inattendu dans la période.');
    await expect(item(stranger).getByRole('link')).toHaveAttribute('href', `${participants}?p=new&number=${stranger}`);
    await expect(item(consumer.dsoId).getByRole('link')).toHaveAttribute('href', `${participants}?p=${consumer.id}`);
    await pictures(page, 'InconsistentPerimeter');

    await upload(sibelgaPair(change(consumer.dsoId, { from: date(10) })));
    await expect(refused(page)).toContainText(
      "La période du fichier ne correspond pas à la période d'activation de ces participants.",
    );
    const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
    await expect(item(consumer.dsoId)).toContainText(
      `Le fichier va du ${day(date(10))} au ${day(last)} ; le participant est actif depuis le ${day(consumer.activationRange.entry ?? '')}.`,
    );
    await expect(item(consumer.dsoId)).toContainText("Corriger la date d'entrée ou de sortie");
    await pictures(page, 'InvalidPeriod');

    const holes = change(consumer.dsoId, { holes: 6 }).map((point) =>
      point.ean === producer.dsoId ? { ...point, holes: 2 } : point,
    );
    await upload(sibelgaPair(holes));
    await expect(refused(page)).toContainText('Les données quart-horaires de ces participants sont incomplètes.');
    const days = [2, 3, 4, 5].map((n) => day(date(n)));
    await expect(item(consumer.dsoId)).toHaveText(
      `${consumer.name} · EAN ${consumer.dsoId}Données quart-horaires du consommateur incomplètes : ${days.join(', ')}…Voir le participant, ou demander le fichier complet à Sibelga`,
    );
    await expect(item(producer.dsoId)).toContainText(
      `Données quart-horaires du producteur incomplètes : ${days.slice(0, 2).join(', ')}Voir`,
    );
    await pictures(page, 'IncompleteData');
    await expectGoodScreen(page);
  });

  test('say that another one is running, and when it takes too long', async ({ page }) => {
    const { id, points, choose, send, status } = await panel(page);
    const path = `/api/operations/${id}/measurements/upload-permanent-dataset`;
    const many = Array.from({ length: 60 }, (_, n) => ({ ...(points[0] as AccessPoint), ean: eanOf(9_000_000 + n) }));
    const [monthly, quarters] = sibelgaPair(many);
    const form = new FormData();
    for (const { name, buffer } of [monthly, quarters]) form.append('files', new File([new Uint8Array(buffer)], name));
    await choose([monthly, unknownFile]);
    // Somebody else sends two large files just before, which take a while to read.
    await page.route('**/upload-permanent-dataset', async (route) => {
      expect((await page.request.post(path, { multipart: form })).status()).toBe(202);
      await route.continue();
    });
    await send.click();
    await expect(refused(page)).toHaveText(
      "Envoi refusé : rien n'a été enregistréUn envoi est déjà en cours pour cette opération.",
    );
    await pictures(page, 'UploadInProgress');
    await expect.poll(status, { timeout: 30_000 }).toBe('failed');

    // Half an hour of silence cannot be had from a server that works: its answer is written here.
    const startedAt = new Date(Date.now() - 31 * 60_000).toISOString();
    await page.route('**/upload-event', (route) =>
      route.fulfill({ json: { status: 'started', startedAt, files: [] } }),
    );
    await page.reload();
    await expect(page.getByRole('alert')).toContainText("L'envoi a pris trop de temps. Vérifiez son état plus tard.");
    await pictures(page, 'MaxRetries');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Vérifier maintenant' }).click();
    await expect(refused(page)).toBeVisible();
  });
});

test.describe('curve files that no import takes', () => {
  test.use({ as: 'organizer' });

  const header = 'prm;nature;horodate;pas;valeur;unite;statut\n';
  const line = (prm: string) => `${prm};CONSO;2026-10-01T00:00:00+02:00;PT15M;4;W;D\n`;
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
        `Le PRM ou EAN ${other} n'appartient à aucun participant de l'opération. Ajoutez le participant ou retirez ces lignes.`,
      ],
      [
        fileOf('image.xlsx', '\x89PNG\r\n\x1a\n\x00\x00'),
        "Le fichier image.xlsx n'est pas un classeur lisible : enregistrez-le au format .xlsx, sans mot de passe.",
      ],
      [fileOf('image.csv', '\x89PNG\r\n\x1a\n\x00\x00'), "Le fichier image.csv n'est pas un fichier texte."],
      [
        fileOf('ancien.zip', zipOf('ancien.xls', Buffer.from('d0cf11e0a1b11ae10000', 'hex'))),
        "Le fichier ancien.xls est un classeur d'un ancien format ou protégé : enregistrez-le en .xlsx ou .csv, sans mot de passe.",
      ],
      [
        fileOf('bombe.zip', bomb),
        "L'archive bombe.zip contient trop de fichiers ou des fichiers trop gros. Envoyez-la en plusieurs parties.",
      ],
      [fileOf('coupe.zip', bomb.subarray(0, 4000)), "L'archive coupe.zip est endommagée. Recréez-la puis recommencez."],
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
  test.use({ as: 'organizer' });

  test('are asked of the operator now, and only where it can be asked', async ({ page }) => {
    await open(page, 'ACC00000001', 'imports');
    await expect(page.getByRole('heading', { name: 'Nouvel import' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Courbes reçues sans envoi' })).toHaveCount(0);

    await open(page, 'ACC00000003', 'imports');
    const panel = page.getByRole('region', { name: 'Courbes reçues sans envoi' });
    await expect(panel).toContainText('donne les courbes sur demande');
    await panel.getByRole('button', { name: 'Récupérer maintenant' }).click();
    await expect(panel.getByRole('status').filter({ hasText: 'Import terminé' })).toBeVisible();
    await expect(panel).toContainText(/Dernière réception : .*, Camille/);
    await expectGoodScreen(page);
    await panel.getByRole('button', { name: 'Détails' }).click();
    await expect(page.getByRole('dialog', { name: /^Import du/ })).toContainText('CDC_ACC00000003_');
  });
});
