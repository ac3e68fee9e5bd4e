import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { fileOf } from './curveFiles.ts';
import { civilDay, demoPassword, digits, expect, type Operation, open, settled, test } from './fixtures.ts';
import { expectAccessible, expectGoodScreen } from './inspect.ts';
import { mailTo } from './mails.ts';
import { answer } from './ownOperation.ts';
import { startServer } from './server.mjs';

/**
 * Fifty clients give their mandates, three of them wrongly at first; their invoices are published and
 * collected. The bank refuses one debit and sends another back; weeks later both clients are reminded.
 */

interface Site {
  id: string;
  name: string;
  dsoId: string;
  energyType: string;
}

const clients = 50;
const [year = '', thisMonth = ''] = civilDay(0).split('-');
const last = new Date(Date.UTC(Number(year), Number(thisMonth) - 1, 0)).toISOString().slice(0, 10);
const first = `${last.slice(0, 7)}-01`;

/** Where a client is written to. */
const emailOf = (name: string) => `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@exemple.example`;

/** An operation whose clients pay a sum each month by direct debit. */
async function fiftyClients(admin: APIRequestContext, organizer: APIRequestContext) {
  const number = digits(8);
  const { id: me } = await answer<{ id: string }>(organizer.get('/api/session'));
  const data = { name: `Cinquante ${number}`, externalId: `ACC${number}`, dso: 'ENEDIS', organizerIds: [me] };
  const made = await answer<Operation>(
    admin.post('/api/admin/operations', { data: { ...data, billingEngine: 'ENGINE_2025' } }),
  );
  const header = 'prm;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action';
  const lines = Array.from({ length: clients + 1 }, (_, at) => {
    const [type, name, segment] = at === 0 ? ['P', 'Toit', 'P4_SURPLUS'] : ['C', `Foyer Numéro${at}`, 'C5'];
    const prm = `99${number}${String(at).padStart(4, '0')}`;
    return [prm, type, name, '1 rue du Val', '35300', 'Fougères', segment, first, '', 'EN_VIGUEUR', 'CREATION'].join(
      ';',
    );
  });
  const file = fileOf(
    `PERIM_ACC${number}_${civilDay(0).replaceAll('-', '')}.csv`,
    `${[header, ...lines].join('\r\n')}\r\n`,
  );
  await answer(organizer.post(`/api/operations/${made.id}/participants/import`, { multipart: { file } }));
  const sites = await answer<Site[]>(organizer.get(`/api/operations/${made.id}/participants`));
  const producer = sites.find(({ energyType }) => energyType === 'producer');
  const consumers = sites.filter(({ energyType }) => energyType === 'consumer');
  const base = `/api/operations/${made.id}/billing`;
  const address = { address: '1 rue du Val', postCode: '35300', city: 'Fougères' };
  const charges = [{ code: 'ABONNEMENT', type: 'FIXED', priceMicroEuro: 12_000_000 }];
  const plan = await answer<{ id: string }>(
    organizer.post(`${base}/plans`, {
      data: { name: 'Abonnement', period: 'MONTHLY', paymentMethod: 'debit', paymentTerm: 10, charges },
    }),
  );
  const seller = {
    ...address,
    name: 'Régie du toit',
    vatRegime: 'franchise',
    legalNumber: siren(),
    seriesCode: `B${digits(5)}`,
  };
  const issuer = await answer<{ id: string }>(
    organizer.post(`${base}/billing-entities`, {
      data: { ...seller, iban: 'FR1420041010050500013M02606', producerIds: [producer?.id] },
    }),
  );
  const creditor = { name: 'Régie du toit', ics: 'FR72ZZZ123456', iban: 'FR1420041010050500013M02606' };
  await answer(organizer.post(`/api/payments/creditors/by-billing-entities/${issuer.id}`, { data: creditor }));
  for (const { id, name } of consumers) {
    const client = { ...address, name, consumerType: 'individual', consumerIds: [id] };
    await answer(organizer.post(`${base}/billable-entities`, { data: { ...client, email: emailOf(name) } }));
    const subscription = { planId: plan.id, startDate: first, consumerId: id, producerId: producer?.id };
    await answer(organizer.post(`${base}/subscriptions`, { data: subscription }));
  }
  return { made, consumers };
}

/** A legal number nobody has: its last digit checks the others. */
function siren(): string {
  const body = digits(8);
  const sum = [...body].reduce((total, digit, at) => {
    const twice = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

interface Transaction {
  number: string;
  endToEndId: string;
  amountCents: number;
  billableEntityName: string;
}

/** What the bank says of an order: one debit of it is refused. */
function refusal(messageId: string, endToEndId: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>RETOUR-1</MsgId><CreDtTm>${civilDay(0)}T07:00:00</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId><OrgnlNbOfTxs>${clients}</OrgnlNbOfTxs><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}001</OrgnlPmtInfId><PmtInfSts>ACSP</PmtInfSts>
<TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts>
</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
}

const euros = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** A statement weeks later: the debits of an order booked together, and one of them that the bank takes back. */
function takenBack(
  { amountCents, billableEntityName, endToEndId }: Transaction,
  messageId: string,
  paidCents: number,
): string {
  const reference = `RELEVE-${digits(8)}`;
  const today = civilDay(weeks * 7);
  const entry = (cents: number, side: string, id: string, details: string) =>
    `<Ntry><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${today}</Dt></BookgDt><AcctSvcrRef>${id}</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`;
  const balance = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${today}</Dt></Dt></Bal>`;
  const returned = `<TxDtls><Refs><AcctSvcrRef>${reference}-2</AcctSvcrRef><EndToEndId>${endToEndId}</EndToEndId></Refs><Amt Ccy="EUR">${euros(amountCents)}</Amt><CdtDbtInd>DBIT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>${billableEntityName}</Nm></Pty></Dbtr></RltdPties><RtrInf><Rsn><Cd>AM04</Cd></Rsn></RtrInf></TxDtls>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>${reference}</MsgId><CreDtTm>${today}T07:00:00</CreDtTm></GrpHdr>
<Stmt><Id>${reference}</Id><CreDtTm>${today}T07:00:00</CreDtTm><Acct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance('OPBD', 0)}${balance('CLBD', paidCents - amountCents)}
${entry(paidCents, 'CRDT', `${reference}-1`, `<Btch><PmtInfId>${messageId}001</PmtInfId></Btch>`)}
${entry(amountCents, 'DBIT', `${reference}-2`, returned)}
</Stmt></BkToCstmrStmt></Document>`;
}

/** How long after the export the clients are reminded. */
const weeks = 4;

/** A server on the same folder, whose clock is some days ahead; a demo stays as it was made. */
async function onServer(folder: string, ahead: number, browser: Browser, work: (at: Signed) => Promise<void>) {
  const server = await startServer(folder, () => true, {
    PMO_DEMO_UNTIL: civilDay(-1),
    PMO_DEMO_AHEAD: String(ahead),
  });
  try {
    await server.ready();
    const options = { locale: 'fr-FR', timezoneId: 'Europe/Paris', viewport: { width: 1440, height: 900 } };
    const [context, office] = await Promise.all(
      ['organizer', 'admin'].map(async (account) => {
        const own = await browser.newContext({
          ...options,
          baseURL: server.url,
          storageState: { cookies: [], origins: [] },
        });
        const data = { email: `${account}@demo.pmo`, password: demoPassword };
        await answer(own.request.post('/api/session/login', { data }));
        return own;
      }),
    );
    if (!context || !office) throw new Error('nobody signed in');
    const page = await context.newPage();
    await page.clock.setFixedTime(Date.now() + ahead * 86_400_000);
    await work({ page, organizer: context.request, admin: office.request });
    await Promise.all([context.close(), office.close()]);
  } finally {
    await server.stop();
  }
}

interface Signed {
  page: Page;
  organizer: APIRequestContext;
  admin: APIRequestContext;
}

/** A file of the bank is looked at before it is taken. */
async function takeIn(page: Page, operation: string, name: string, content: string, seen: readonly RegExp[]) {
  await open(page, operation, 'payment?tab=bank');
  await page.getByRole('button', { name: 'Importer un relevé' }).first().click();
  const dialog = page.getByRole('dialog');
  const file = { name, mimeType: 'text/xml', buffer: Buffer.from(content) };
  await dialog.getByLabel(/^Relevé ou retour/).setInputFiles(file);
  for (const words of seen) await expect(dialog.getByText(words)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toBeHidden();
  await settled(page);
  await expect(page.getByText(name).first()).toBeVisible();
}

test('fifty mandates, a collection, what the bank refuses and takes back, and the reminders that are read', async ({
  browser,
}) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'pmo-e2e-bank-'));
  let made: Operation | undefined;
  let refused: Transaction | undefined;
  let back: Transaction | undefined;
  let messageId = '';
  try {
    await onServer(folder, 0, browser, async (at) => {
      ({ made, refused, back, messageId } = await collected(at));
    });
    await onServer(folder, weeks * 7, browser, async (at) => {
      if (!made || !refused || !back) throw new Error('nothing was collected');
      await reminded(at, made, refused, back, messageId);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Mandates, invoices, the order to the bank, and what it refuses of it at once. */
async function collected({ page, organizer, admin }: Signed) {
  const { made, consumers } = await fiftyClients(admin, organizer);
  const base = `/api/operations/${made.id}`;
  const list = (wrong: number) => ({
    name: 'mandats.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'prm;rum;debiteur;iban;date_signature',
        ...consumers.map(({ dsoId, name }, at) => {
          const iban = at < wrong ? 'FR7630006000011234567890188' : 'FR7630006000011234567890189';
          return `${dsoId};${made.externalId}-${at};${name};${iban};${first}`;
        }),
      ].join('\r\n'),
    ),
  });

  await test.step('three wrong rows keep all mandates out, and are named', async () => {
    await open(page, made.externalId, 'payment?tab=mandates');
    await page.getByRole('button', { name: 'Importer' }).first().click();
    const dialog = page.getByRole('dialog');
    const download = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Télécharger un modèle à remplir' }).click();
    expect((await download).suggestedFilename()).toBe(`mandats-${made.externalId}.xlsx`);
    const field = dialog.getByLabel('Liste de mandats (.xlsx ou .csv)');
    await field.setInputFiles({
      name: 'modele.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: readFileSync(await (await download).path()),
    });
    await expect(dialog.getByText('50 lignes refusées')).toBeVisible();
    await expect(dialog.getByText(/^Ligne 2, IBAN/)).toBeVisible();
    await field.setInputFiles(list(3));
    await expect(dialog.getByText('3 lignes refusées')).toBeVisible();
    for (const row of [2, 3, 4]) await expect(dialog.getByText(new RegExp(`^Ligne ${row}, IBAN`))).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Importer/ })).toBeDisabled();
    await expectAccessible(page);
    await field.setInputFiles(list(0));
    await dialog.getByRole('button', { name: 'Importer 50 mandats' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('their invoices are published and collected', async () => {
    const run = await answer<{ id: string }>(
      organizer.post(`${base}/billing/run`, { data: { billUpTo: last, mode: 'SYNC' } }),
    );
    const claims = await answer<{ id: string; status: string }[]>(admin.get('/api/admin/seller-claims'));
    for (const { id } of claims.filter(({ status }) => status === 'REQUESTED')) {
      await answer(admin.put(`/api/admin/seller-claims/${id}`, { data: { status: 'CONFIRMED' } }));
    }
    await answer(
      organizer.post(`${base}/billing/invoices/publish`, { data: { runId: run.id, confirmUnpriced: true } }),
    );
    await open(page, made.externalId, 'payment?tab=collections');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Exporter 50/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^sepa-regie-du-toit-.*\.xml$/);
  });

  const [collection] = await answer<{ id: string; messageId: string }[]>(organizer.get(`${base}/payments/collections`));
  const { transactions = [] } = await answer<{ transactions?: Transaction[] }>(
    organizer.get(`/api/payments/collections/${collection?.id}`),
  );
  const [refused, back] = transactions;
  if (!collection || !refused || !back) throw new Error('nothing was collected');

  await test.step('what the bank refused is looked at, taken, and seen', async () => {
    const told = refusal(collection.messageId, refused.endToEndId);
    await takeIn(page, made.externalId, 'retours.xml', told, [/^1 nouvelle ligne/, /49 prélèvements en cours/]);
    await expectGoodScreen(page);
    await open(page, made.externalId, 'payment?tab=bank&state=SETTLED');
    await page.getByRole('link', { name: refused.number }).first().click();
    await expect(page.getByText(/Refus de la banque/)).toBeVisible();
    await expect(page.getByText(/AC04/).first()).toBeVisible();
    await expectGoodScreen(page);
    await open(page, made.externalId, 'payment?tab=collections');
    await expect(page.getByText(/1 rejeté/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Exporter 1/ })).toBeVisible();
  });
  return { made, refused, back, messageId: collection.messageId };
}

/** Weeks later: a debit comes back, both are overdue, and their clients read the reminder. */
async function reminded(
  { page, admin }: Signed,
  made: Operation,
  refused: Transaction,
  back: Transaction,
  messageId: string,
) {
  await test.step('a statement says that the others were paid, and that one of them came back', async () => {
    const paid = refused.amountCents * (clients - 1);
    await takeIn(page, made.externalId, 'releve.xml', takenBack(back, messageId, paid), [/^2 nouvelles lignes/]);
    await open(page, made.externalId, 'payment?tab=collections');
    await expect(page.getByText(/2 rejetés/).first()).toBeVisible();
  });

  await test.step('both are overdue, nobody else is', async () => {
    await open(page, made.externalId, 'billing/receivables');
    for (const { number } of [refused, back]) {
      await expect(page.getByRole('link', { name: number }).first()).toBeVisible();
    }
    await expectGoodScreen(page);
  });

  await test.step('their clients are reminded, and read it', async () => {
    await open(page, made.externalId, 'billing/receivables?tab=reminders');
    const today = page.getByRole('region', { name: 'À envoyer aujourd’hui' });
    for (const { number } of [refused, back]) await expect(today.getByText(number).first()).toBeVisible();
    await today.getByRole('button', { name: /^Envoyer 2 relances/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: /^Envoyer .*relance/ })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: /^Envoyer .*relance/ }).click();
    await expect(dialog).toBeHidden();
    for (const { number, billableEntityName } of [refused, back]) {
      const [mail] = await mailTo(admin, emailOf(billableEntityName), new RegExp(`.*${number}.*`));
      expect(mail).toContain(billableEntityName);
    }
    await open(page, made.externalId, 'billing/receivables?tab=reminders');
    const sent = page.getByRole('region', { name: 'Relances envoyées' });
    for (const { number } of [refused, back]) await expect(sent.getByText(number).first()).toBeVisible();
    await expectGoodScreen(page);
  });
}
