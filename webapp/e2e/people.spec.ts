import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { billedOperation, curvesOf, finished, first, last } from './billedOperation.ts';
import { fileOf, unzipped, zipOfAll } from './curveFiles.ts';
import { boxOf, civilDay, demoPassword, digits, expect, type Operation, open, settled, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';
import { mailTo } from './mails.ts';
import { answer } from './ownOperation.ts';

interface Site {
  id: string;
  name: string;
}

const at = ({ id }: Operation, path: string) => `/pmo/operations/${id}/${path}`;

test.describe('people of an operation', () => {
  // What only the server knows of a site or of who runs the operation is refused when it is sent.
  test.use({ as: 'organizer', refusals: [/^(400|409) \/api\/operations\/[^/]+(\/enrolments\/check)?$/] });

  test('a participant goes through the whole wizard: each error once, left half-way and taken up again', async ({
    page,
    requests,
  }) => {
    test.slow();
    const [admin, organizer] = [await requests('admin'), await requests('organizer')];
    const operation = await billedOperation(admin, organizer);
    const [there] = await answer<(Site & { dsoId: string })[]>(
      organizer.get(`/api/operations/${operation.id}/participants`),
    );
    const email = `cordonnier.${digits(8)}@exemple.example`;
    const prm = `97${digits(12)}`;
    await page.goto(at(operation, 'edit/participants'));
    await settled(page);
    const add = page.getByRole('button', { name: 'Ajouter un participant' }).first();
    await add.click();
    const sheet = page.getByRole('dialog', { name: 'Ajouter un participant' });
    const next = sheet.getByRole('button', { name: 'Continuer' });
    const step = (name: string) => sheet.getByRole('tab', { name });
    const isWrong = (words: string | RegExp) => expect(sheet.getByText(words).first()).toBeVisible();

    // Site: what is wrong is said at its field, and the step is not left.
    await choose(page, sheet.getByLabel('Nature'), 'Consommateur');
    await sheet.getByLabel(/^PRM/).fill('123');
    await next.click();
    await isWrong('Le PRM doit contenir 14 caractères');
    await isWrong('Le nom est obligatoire.');
    await isWrong('Choisissez le type.');
    await expect(step('Site')).toHaveAttribute('aria-selected', 'true');
    await expectGoodScreen(page);
    await sheet.getByLabel(/^PRM/).fill(there?.dsoId ?? '');
    await sheet.getByLabel('Nom du site').fill('Cordonnerie');
    await choose(page, sheet.getByLabel('Type', { exact: false }).first(), /Particulier/);
    await sheet.getByRole('textbox', { name: 'Adresse', exact: true }).fill('3 rue de la Forêt');
    await sheet.getByLabel('Code postal').fill('35300');
    await sheet.getByRole('textbox', { name: 'Commune', exact: true }).fill('Fougères');
    await sheet.getByLabel('Date d’entrée').fill(last);
    await sheet.getByLabel('Dernier jour').fill(first);
    await next.click();
    await isWrong('La date de début doit précéder la date de fin.');
    await sheet.getByLabel('Date d’entrée').fill(first);
    await sheet.getByLabel('Dernier jour').fill('');
    await next.click();

    // Billing, left half-way: what was filled is there again, at its step.
    await expect(step('Facturation')).toHaveAttribute('aria-selected', 'true');
    await sheet.getByRole('radio', { name: 'Créer un client' }).check();
    const client = sheet.getByLabel('Nom', { exact: false }).first();
    await expect(client).toHaveValue('Cordonnerie');
    await client.fill('');
    await next.click();
    await isWrong('Saisissez un nom.');
    await client.fill('Cordonnerie Martin');
    const kept = page.waitForResponse(
      (reply) => reply.url().endsWith('/enrolment-draft') && reply.request().method() === 'PUT',
    );
    await sheet.getByRole('button', { name: 'Annuler' }).click();
    await kept;
    await expect(page.getByText('Votre saisie est gardée : vous la retrouverez au prochain ajout.')).toBeVisible();
    await page.reload();
    await settled(page);
    await add.click();
    await expect(sheet.getByText(/Vous avez commencé un ajout le/)).toBeVisible();
    await expectGoodScreen(page);
    await sheet.getByRole('button', { name: 'Reprendre' }).click();
    await expect(step('Facturation')).toHaveAttribute('aria-selected', 'true');
    await expect(sheet.getByRole('radio', { name: 'Créer un client' })).toBeChecked();
    await expect(client).toHaveValue('Cordonnerie Martin');
    await next.click();

    await sheet.getByLabel('IBAN').fill('FR14 2004 1010 0505 0001 3M02 607');
    await next.click();
    await sheet.getByLabel('Adresse e-mail du compte').fill('cordonnier@');
    await next.click();
    await isWrong('L’adresse e-mail est invalide.');
    await sheet.getByLabel('Adresse e-mail du compte').fill(email);
    await next.click();
    await choose(page, sheet.getByRole('combobox', { name: 'Plan' }), 'Plan');
    await sheet.getByRole('checkbox', { name: 'Toit Un' }).check();
    await expectGoodScreen(page);
    await next.click();

    // Summary: what only the server can know is said with the way to its step.
    const alert = sheet.getByRole('alert');
    await expect(alert).toContainText(/PRM|point de mesure/);
    await expectGoodScreen(page);
    await alert.getByRole('button', { name: 'Site' }).first().click();
    await sheet.getByLabel(/^PRM/).fill(prm);
    await step('Résumé').click();
    await expect(alert).toContainText(/IBAN/);
    await alert.getByRole('button', { name: 'Paiement' }).first().click();
    await sheet.getByLabel('IBAN').fill('FR14 2004 1010 0505 0001 3M02 606');
    await step('Résumé').click();
    await expect(sheet.getByText('Tout est prêt : rien n’est encore enregistré.')).toBeVisible();
    const sitesOf = () =>
      answer<(Site & { dsoId: string; billableEntity?: { name: string } })[]>(
        organizer.get(`/api/operations/${operation.id}/participants`),
      );
    expect((await sitesOf()).some(({ name }) => name === 'Cordonnerie')).toBe(false);
    await expectGoodScreen(page);
    await sheet.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await expect(page.getByText('Cordonnerie a été ajouté')).toBeVisible();

    const made = (await sitesOf()).find(({ name }) => name === 'Cordonnerie');
    expect([made?.dsoId, made?.billableEntity?.name]).toEqual([prm, 'Cordonnerie Martin']);
    const sold = await answer<{ consumer?: { id: string } }[]>(
      organizer.get(`/api/operations/${operation.id}/billing/subscriptions`),
    );
    expect(JSON.stringify(sold)).toContain(made?.id);
    await mailTo(admin, email, /#token=[\w-]+/);
    // The draft ended with it.
    await page.goto(at(operation, 'edit/participants'));
    await settled(page);
    await add.click();
    await expect(sheet.getByLabel('Nom du site')).toHaveValue('');
  });

  test('a perimeter file is refused line by line, mended and taken in', async ({ page, requests }) => {
    const [admin, organizer] = [await requests('admin'), await requests('organizer')];
    const operation = await billedOperation(admin, organizer);
    const header = 'prm;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action';
    const good = `97${digits(12)}`;
    const rows = (prm: string, segment: string) =>
      [
        header,
        `${good};C;Cordonnerie;3 rue du Val;35300;Fougères;C5;${first};;EN_VIGUEUR;CREATION`,
        `${prm};C;Lavoir;4 rue du Val;35300;Fougères;${segment};${first};;EN_VIGUEUR;CREATION`,
        '',
      ].join('\r\n');
    const name = `PERIM_${operation.externalId}_${civilDay(0).replaceAll('-', '')}.csv`;
    await page.goto(at(operation, 'edit/participants'));
    await settled(page);
    await page.getByRole('button', { name: 'Importer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Importer des participants' });
    await dialog.locator('input[type=file]').setInputFiles(fileOf(name, rows('971234', 'C9')));
    await expect(dialog.getByText(/1 ligne à corriger/)).toBeVisible();
    await expect(dialog.getByText(/14 caractères/).first()).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Importer/ })).toHaveCount(0);
    await expectGoodScreen(page);
    const before = await answer<Site[]>(organizer.get(`/api/operations/${operation.id}/participants`));

    await dialog.locator('input[type=file]').setInputFiles(fileOf(name, rows(`96${digits(12)}`, 'C5')));
    await dialog.getByRole('button', { name: 'Importer 2 sites' }).click();
    await expect(page.getByText('Import terminé. Sites ajoutés : 2').first()).toBeVisible();
    const after = await answer<Site[]>(organizer.get(`/api/operations/${operation.id}/participants`));
    expect(after.length - before.length).toBe(2);
  });

  test('a workbook comes back with what is wrong beside each row, is mended and taken in', async ({
    page,
    requests,
  }) => {
    const [admin, organizer] = [await requests('admin'), await requests('organizer')];
    const operation = await billedOperation(admin, organizer);
    const header = 'prm;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action';
    const rows = [
      header,
      `97${digits(12)};C;Cordonnerie;3 rue du Val;35300;Fougères;C5;${first};;EN_VIGUEUR;CREATION`,
      `9712;C;Lavoir;4 rue du Val;35300;Fougères;C5;${first};;EN_VIGUEUR;CREATION`,
      '',
    ].join('\r\n');
    const name = `PERIM_${operation.externalId}_${civilDay(0).replaceAll('-', '')}.csv`;
    await page.goto(at(operation, 'edit/participants'));
    await settled(page);
    await page.getByRole('button', { name: 'Importer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Importer des participants' });
    await dialog.locator('input[type=file]').setInputFiles(fileOf(name, rows));
    await expect(dialog.getByText(/1 ligne à corriger/)).toBeVisible();
    const waiting = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Télécharger le fichier annoté (.xlsx)' }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
    const book = await readFile(await download.path());
    expect(book.subarray(0, 2).toString()).toBe('PK');
    await expectGoodScreen(page);

    // Mended as a spreadsheet would: one cell is another text, the remarks beside it stay.
    const parts = Object.entries(unzipped(book)).map(([part, bytes]): [string, string] => [part, bytes.toString()]);
    expect(parts.map(([, text]) => text).join()).toContain('14 caractères');
    const mended = parts.map(([part, text]): [string, Buffer] => [
      part,
      Buffer.from(text.replaceAll('>9712<', `>96${digits(12)}<`)),
    ]);
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'participants.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: zipOfAll(Object.fromEntries(mended)),
    });
    await dialog.getByRole('button', { name: 'Importer 2 sites' }).click();
    await expect(page.getByText('Import terminé. Sites ajoutés : 2').first()).toBeVisible();
    const sites = await answer<Site[]>(organizer.get(`/api/operations/${operation.id}/participants`));
    expect(sites.map((site) => site.name)).toEqual(expect.arrayContaining(['Cordonnerie', 'Lavoir']));
  });

  test('an account from the mail to its own dashboard on a phone, and no neighbour on it', async ({
    requests,
    browser,
    baseURL,
  }) => {
    const [admin, organizer] = [await requests('admin'), await requests('organizer')];
    const operation = await billedOperation(admin, organizer);
    const base = `/api/operations/${operation.id}`;
    const sent = await answer<{ id: string }>(
      organizer.post(`${base}/measurements/imports`, { multipart: { files: curvesOf(operation) } }),
    );
    await finished(organizer, sent);
    const claims = await answer<{ id: string }[]>(
      admin.get(`/api/admin/seller-claims?filter=${encodeURIComponent('{"status":"REQUESTED"}')}`),
    );
    for (const { id } of claims) {
      await admin.put(`/api/admin/seller-claims/${id}`, { data: { status: 'CONFIRMED', remark: 'essai' } });
    }
    const run = await answer<{ id: string }>(
      organizer.post(`${base}/billing/run`, { data: { billUpTo: last, mode: 'SYNC' } }),
    );
    await answer(
      organizer.post(`${base}/billing/invoices/publish`, { data: { runId: run.id, confirmUnpriced: true } }),
    );
    const sites = await answer<Site[]>(organizer.get(`${base}/participants`));
    const forge = sites.find(({ name }) => name === 'Forge')?.id ?? '';
    const email = `forge.${digits(8)}@exemple.example`;
    await answer(organizer.put(`/api/participants/${forge}`, { data: { userEmail: email } }));
    const [, link] = await mailTo(admin, email, /(https?:[^\s"\\<]+#token=[\w-]+)/);

    const phone = await browser.newContext({
      baseURL: baseURL ?? '',
      viewport: { width: 390, height: 844 },
      locale: 'fr-FR',
      timezoneId: 'Europe/Paris',
      hasTouch: true,
      isMobile: true,
      storageState: { cookies: [], origins: [] },
    });
    const own = await phone.newPage();
    const replies: string[] = [];
    own.on('response', async (reply) => {
      if (reply.url().includes('/api/') && reply.headers()['content-type']?.includes('json')) {
        replies.push(`${reply.url()} ${await reply.text().catch(() => '')}`);
      }
    });
    const address = new URL(link ?? '');
    await own.goto(`${address.pathname}${address.search}${address.hash}`);
    await expectGoodScreen(own);
    await own.getByLabel('Nouveau mot de passe', { exact: true }).fill(demoPassword);
    await own.getByLabel('Confirmer le nouveau mot de passe').fill(demoPassword);
    await own.getByRole('button', { name: 'Ouvrir mon compte' }).click();
    const terms = own.getByRole('dialog', { name: 'Conditions d’utilisation' });
    await expect(terms).toBeVisible();
    await own.getByRole('button', { name: 'Accepter' }).click();
    await expect(terms).toHaveCount(0);
    await own.getByRole('button', { name: 'Accepter' }).click(); // the site that is proposed
    await expect(own.getByRole('dialog')).toHaveCount(0);
    await own.goto(`/pmo/operations/${operation.id}`);
    await settled(own);

    const invoices = await answer<{ amountCents: number }[]>(
      own.request.get(`/api/participants/${forge}/billing/invoices`),
    );
    expect(invoices).toHaveLength(1);
    const sentence = own.getByRole('region', { name: /% de votre électricité/ });
    const box = await boxOf(sentence);
    expect(box.y + box.height, 'on the first screen').toBeLessThanOrEqual(844);
    const euros = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });
    const owed = euros.format((invoices[0]?.amountCents ?? 0) / 100).replace(/\s/g, '\\s');
    await expect(sentence).toContainText(/80\s%/);
    await expect(sentence).toContainText(/1[\s\u202f]200\skWh/);
    await expect(sentence).toContainText(new RegExp(owed));
    await expectGoodScreen(own);
    for (const path of ['dashboard', 'my-invoices', 'my-documents', 'my-data']) {
      await own.goto(`/pmo/operations/${operation.id}/${path}`);
      await settled(own);
      await expect(own.locator('body')).not.toContainText('Moulin');
    }
    for (const reply of replies) expect(reply).not.toContain('Moulin');
    await phone.close();
  });

  test('the operation says what lacks and what that stands in the way of, until it is filled', async ({
    page,
    requests,
  }) => {
    test.slow();
    const [admin, organizer] = [await requests('admin'), await requests('organizer')];
    const operation = await billedOperation(admin, organizer);
    await page.goto(at(operation, 'edit/operation'));
    await settled(page);
    const meter = page.getByRole('region', { name: 'Ce qui manque à l’opération' });
    const bar = meter.getByRole('progressbar');
    const known = async () => Number(/^(\d+)/.exec((await bar.getAttribute('aria-valuetext')) ?? '')?.[1]);
    const before = await known();
    const name = meter.getByRole('listitem').filter({ hasText: 'Raison sociale' });
    await expect(name).toContainText(/Sans elle\s: .*les factures ne nomment pas la PMO/);
    const mail = meter.getByRole('listitem').filter({ hasText: 'Adresse e-mail' });
    await expect(mail).toContainText('les réponses aux messages ne vous parviennent pas');
    await expectGoodScreen(page);
    // One field is stored by itself, though others are empty.
    await meter.getByRole('button', { name: 'Compléter : Raison sociale' }).click();
    const one = page.getByRole('dialog', { name: 'Raison sociale' });
    await expect(one.getByRole('textbox')).toHaveCount(1);
    await one.getByRole('textbox').fill('Association du Val');
    await expectGoodScreen(page);
    await one.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(one).toHaveCount(0);
    await expect(name).toHaveCount(0);
    await meter.getByRole('button', { name: 'Compléter : Adresse e-mail' }).click();
    const address = page.getByRole('dialog', { name: 'Adresse e-mail' });
    await address.getByRole('textbox').fill('bonjour@');
    await address.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(address.getByText('L’adresse e-mail est invalide.').first()).toBeVisible();
    await address.getByRole('textbox').fill('bonjour@val.example');
    await address.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(mail).toHaveCount(0);
    expect(await known()).toBeGreaterThanOrEqual(before + 2);
    // Where it is has a place of its own.
    await meter.getByRole('button', { name: /^Compléter : Position/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test('a simple view leaves options out, opens their pages all the same, and is a choice', async ({
    page,
    requests,
  }) => {
    const [admin, organizer] = [await requests('admin'), await requests('organizer')];
    const operation = await billedOperation(admin, organizer);
    const view = (choice: string) =>
      answer(organizer.put(`/api/operations/${operation.id}/view`, { data: { view: choice } }));
    await view('FULL');
    await page.goto(at(operation, 'month'));
    await settled(page);
    const menu = page.getByRole('navigation').first();
    await expect(menu.getByRole('link', { name: 'Paiement' })).toBeVisible();
    await page.getByRole('button', { name: 'Vue simple' }).click();
    await expect(menu.getByRole('link', { name: 'Paiement' })).toHaveCount(0);
    await expect(menu.getByRole('link', { name: 'Participants', exact: true })).toBeVisible();
    await expect(page.getByText(/La vue simple masque/)).toHaveCount(0);
    await page.goto(at(operation, 'payment'));
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Paiement/);
    const [site] = await answer<Site[]>(organizer.get(`/api/operations/${operation.id}/participants`));
    await answer(organizer.put(`/api/participants/${site?.id}`, { data: { tags: ['centre-bourg'] } }));
    await page.reload();
    await settled(page);
    await expect(
      page.getByText('La vue simple masque ce qui est utilisé ici : Références et étiquettes'),
    ).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Toutes les options' }).first().click();
    await expect(menu.getByRole('link', { name: 'Paiement' })).toBeVisible();
    await expect(page.getByText(/La vue simple masque/)).toHaveCount(0);
  });

  test('columns that are chosen are there on the next machine, on a phone too', async ({
    page,
    browser,
    baseURL,
    sessions,
  }) => {
    const { id } = await answer<{ id: string }>(page.request.get('/api/session'));
    const { id: operation } = await open(page, 'ACC00000001', 'edit/participants');
    const columns = `/api/users/${id}/participant-columns`;
    await page.request.delete(columns);
    await page.reload();
    await page.getByRole('button', { name: 'Colonnes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Colonnes du tableau' });
    await expectGoodScreen(page);
    // As fast as a hand can: the last choice is what is kept.
    for (const name of ['Adresse', 'Téléphone', 'Client'])
      await dialog.getByRole('checkbox', { name, exact: true }).check();
    for (const name of ['Présence', 'Compte', 'Type']) await dialog.getByRole('checkbox', { name }).uncheck();
    await page.keyboard.press('Escape');
    await settled(page);
    const kept = ['identifier', 'folder', 'contact', 'phone', 'address', 'billableEntity'];
    expect((await answer<{ columns: string[] }>(page.request.get(columns))).columns).toEqual(kept);
    const heads = page.getByRole('columnheader');
    const shown = ['Nom et commune', 'PRM', 'Dossier GRD', 'Contact', 'Téléphone', 'Adresse', 'Client', 'Actions'];
    expect((await heads.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean)).toEqual(
      shown,
    );
    await expectGoodScreen(page);

    const phone = await browser.newContext({
      baseURL: baseURL ?? '',
      viewport: { width: 390, height: 844 },
      storageState: await sessions('organizer'),
    });
    const other = await phone.newPage();
    await other.goto(`/pmo/operations/${operation}/edit/participants`);
    const card = other.getByRole('list', { name: 'Participants de l’opération' }).getByRole('listitem').first();
    await expect(card).toContainText('Adresse');
    await expect(card).not.toContainText('Présence');
    await phone.close();
    await page.request.delete(columns);
  });
});

/** Chooses an option of a select. */
async function choose(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click();
  await page
    .getByRole('option', { name: option, ...(typeof option === 'string' ? { exact: true } : {}) })
    .first()
    .click();
}
