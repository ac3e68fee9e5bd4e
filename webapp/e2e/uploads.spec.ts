import type { Page } from '@playwright/test';
import { type AccessPoint, type ChosenFile, dayText, eanOf, fileOf, sibelgaPair, zipOf } from './curveFiles.ts';
import { expect, open, read, test } from './fixtures.ts';
import { expectGoodScreen, pictures } from './inspect.ts';

interface Site {
  id: string;
  name: string;
  dsoId: string;
  energyType: string;
  isProsumer?: boolean;
  activationRange: { entry?: string };
}

const day = (date: string) =>
  new Intl.DateTimeFormat('fr-BE', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(/^1 /, '1er ');

/** The page hears that an upload has ended only when the test says so: the server may be faster than the page. */
async function withholdEnd(page: Page): Promise<() => void> {
  const begun = Date.now();
  let withheld = true;
  await page.route('**/upload-event', async (route) => {
    const response = await route.fetch();
    const event = await response.json();
    const { startedAt, files } = event;
    const ours = withheld && Date.parse(startedAt) >= begun;
    await route.fulfill({ response, json: ours ? { status: 'started', startedAt, files } : event });
  });
  return () => {
    withheld = false;
  };
}

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
      await expect.poll(status, { timeout: 60_000 }).toBe('failed');
      await page.clock.fastForward(10_000);
      await expect(page.getByRole('alert').first()).toBeVisible();
    };
    const change = (ean: string, part: Partial<AccessPoint>) =>
      points.map((point) => (point.ean === ean ? { ...point, ...part } : point));
    return { id, points, one, choose, send, upload, change, status };
  }

  const refused = (page: Page) => page.getByRole('alert').filter({ hasText: 'Envoi refusé : rien n’a été enregistré' });

  test('say how many files are wanted, and under which names', async ({ page }) => {
    const { points, choose, send, status } = await panel(page);
    const [monthly, quarters] = sibelgaPair(points.slice(0, 2));

    await choose([monthly]);
    await send.click();
    await expect(refused(page)).toHaveText(
      'Envoi refusé : rien n’a été enregistréDeux fichiers sont attendus : le mensuel et le quart-horaire.',
    );
    await pictures(page, 'InvalidFilesNumber');

    // Who does not take the names that are proposed is told by the server.
    const name = 'Quarts août (2026).csv';
    await choose([{ ...quarters, name }]);
    await expect(refused(page)).toHaveCount(0);
    await send.click();
    await expect(refused(page)).toHaveText(
      `Envoi refusé : rien n’a été enregistréLe nom du fichier ${name} contient des accents, des espaces ou des caractères non permis (seuls - _ . le sont).`,
    );
    await pictures(page, 'InvalidFileName');
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Accepter ces noms' }).click();
    await expect(refused(page)).toHaveCount(0);
    await send.click();
    await expect(page.getByText('Contrôle et enregistrement en cours')).toBeVisible();
    await expect(page.getByText(/^VOLUMES\.csv, Quarts_aout_2026\.csv, à /)).toBeVisible();
    // Until it has ended no other test can send.
    await expect.poll(status, { timeout: 60_000 }).toBe('failed');
  });

  test('say which file is wrong', async ({ page }) => {
    const { points, upload } = await panel(page);
    const [monthly, quarters] = sibelgaPair(points.slice(0, 2));

    await upload([monthly, unknownFile]);
    await expect(refused(page)).toHaveText(
      'Envoi refusé : rien n’a été enregistréLe fichier autre.csv n’est pas reconnu.',
    );
    await pictures(page, 'UnknownFile');

    const text = quarters.buffer.toString();
    await upload([monthly, fileOf('QUARTS.csv', text.replace('Flow;Volume (kWh)', 'Flux;Valeur'))]);
    await expect(refused(page)).toHaveText(
      'Envoi refusé : rien n’a été enregistréColonnes absentes du fichier QUARTS.csv : Flow, Volume (kWh)',
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
      `${consumer.name} · EAN ${consumer.dsoId}Données du consommateur absentes du fichier VOLUMES.csv.Fixer sa date de sortie s’il n’est plus dans le partage`,
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
      'La période du fichier ne correspond pas à la période d’activation de ces participants.',
    );
    const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
    await expect(item(consumer.dsoId)).toContainText(
      `Le fichier va du ${day(date(10))} au ${day(last)} ; le participant est actif depuis le ${day(consumer.activationRange.entry ?? '')}.`,
    );
    await expect(item(consumer.dsoId)).toContainText('Corriger la date d’entrée ou de sortie');
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

  /** A pair that the server reads for some seconds; packed, it is soon sent. */
  function largePair(points: AccessPoint[], length = 80): ChosenFile[] {
    const many = Array.from({ length }, (_, n) => ({ ...(points[0] as AccessPoint), ean: eanOf(9_000_000 + n) }));
    return sibelgaPair(many).map(({ name, buffer }) => fileOf(name.replace('.csv', '.zip'), zipOf(name, buffer)));
  }

  test('say that another one is running', async ({ page }) => {
    test.slow();
    const { id, points, choose, send, status } = await panel(page);
    const form = new FormData();
    for (const { name, buffer } of largePair(points)) form.append('files', new File([new Uint8Array(buffer)], name));
    await choose(sibelgaPair(points.slice(0, 2)));
    // Somebody else sends two large files just before, however slow the page is.
    const path = `/api/operations/${id}/measurements/upload-permanent-dataset`;
    let other = 0;
    await page.route('**/upload-permanent-dataset', async (route) => {
      other = (await page.request.post(path, { multipart: form })).status();
      await route.continue();
    });
    await send.click();
    await expect(refused(page)).toHaveText(
      'Envoi refusé : rien n’a été enregistréUn envoi est déjà en cours pour cette opération.',
    );
    expect(other).toBe(202);
    await pictures(page, 'UploadInProgress');
    await expectGoodScreen(page);
    await expect.poll(status, { timeout: 60_000 }).toBe('failed');
  });

  test('say when it takes too long', async ({ page }) => {
    test.slow();
    const { points, choose, send, status } = await panel(page);
    const running = page.getByRole('status').filter({ hasText: 'Contrôle et enregistrement en cours' });
    const asked = () => page.waitForResponse((reply) => reply.url().endsWith('/upload-event'), { timeout: 10_000 });
    /** Turns the clock of the page, on which the half hour passes; the server is at work all the time. */
    const turn = async (ms: number) => {
      const [reply] = await Promise.all([asked(), page.clock.fastForward(ms)]);
      expect((await reply.json()).status).toBe('started');
    };
    let sites = 80;
    await expect(async () => {
      await expect.poll(status, { timeout: 60_000 }).not.toBe('started');
      await page.clock.setSystemTime(new Date());
      // Twice as much whenever the server was done before the page.
      await choose(largePair(points, sites));
      sites *= 2;
      await send.click();
      await expect(running).toBeVisible();
      await turn(10_000);
      await expect(running).toBeVisible();
      await turn(30 * 60_000);
    }).toPass({ timeout: 120_000 });
    await expect(page.getByRole('alert')).toHaveText(
      'L’envoi a pris trop de temps. Vérifiez son état plus tard.Vérifier maintenant',
    );
    await pictures(page, 'MaxRetries');
    await expect.poll(status, { timeout: 60_000 }).toBe('failed');
    await page.getByRole('button', { name: 'Vérifier maintenant' }).click();
    await expect(refused(page)).toBeVisible();
    await expectGoodScreen(page);
  });
});

test.describe('uploads of a Brussels operation', () => {
  test.use({ as: 'organizer-be' });

  test('take two files under safe names, and are followed from page to page', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const { id } = await open(page, 'BE00000001', 'imports');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-BE');
    await page
      .getByLabel(/^Fichiers de Sibelga/)
      .setInputFiles([fileOf('Volumes août.csv', 'jour;valeur\n1;2\n'), fileOf('quarts.csv', 'jour;valeur\n3;4\n')]);
    const end = await withholdEnd(page);
    await page.getByRole('button', { name: 'Accepter ces noms' }).click();
    await page.getByRole('button', { name: 'Envoyer les deux fichiers' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Contrôle et enregistrement en cours' })).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('link', { name: 'Tableau de bord' }).first().click();
    await expect(page.getByRole('link', { name: 'Envoi en cours' })).toBeVisible();
    end();
    const status = async () =>
      (await read<{ status: string }>(page, `/operations/${id}/measurements/upload-event`)).status;
    await expect.poll(status).toBe('failed');
    await page.goto(`/pmo/operations/${id}/imports`);
    const problems = page.getByRole('table', { name: 'Points à corriger' });
    await expect(problems).toContainText('Le fichier Volumes_aout.csv n’est pas reconnu.');
    expect(asked.filter((url) => url.includes('metrics'))).toEqual([]);
    await expectGoodScreen(page);
  });
});
