import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Browser } from '@playwright/test';
import { fileOf } from './curveFiles.ts';
import { civilDay, demoPassword, digits, expect, type Operation, open, settled, test } from './fixtures.ts';
import { expectAccessible, expectGoodScreen } from './inspect.ts';
import { mailTo } from './mails.ts';
import { answer } from './ownOperation.ts';
import { startServer } from './server.mjs';

/**
 * Fifty clients give their mandates, three of them wrongly at first; their invoices are published and
 * collected, and what the bank says of one is seen.
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
    await answer(
      organizer.post(`${base}/billable-entities`, {
        data: { ...address, name, consumerType: 'individual', consumerIds: [id] },
      }),
    );
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

test.use({ as: 'organizer' });

test('fifty mandates, a collection, and what the bank refused of it', async ({ page, requests }) => {
  test.slow();
  const [admin, organizer] = [await requests('admin'), await requests('organizer')];
  const { made, consumers } = await fiftyClients(admin, organizer);
  const base = `/api/operations/${made.id}`;
  const list = (wrong: number) => ({
    name: 'mandats.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'dsoId;mandateId;debtorName;iban;signatureDate',
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
    await dialog.getByLabel('Liste de mandats (CSV)').setInputFiles(list(3));
    await expect(dialog.getByText('3 lignes refusées')).toBeVisible();
    for (const row of [1, 2, 3]) await expect(dialog.getByText(new RegExp(`^Ligne ${row}\\s`))).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Importer/ })).toBeDisabled();
    await dialog.getByLabel('Liste de mandats (CSV)').setInputFiles(list(0));
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
  const { transactions = [] } = await answer<{ transactions?: { number: string; endToEndId: string }[] }>(
    organizer.get(`/api/payments/collections/${collection?.id}`),
  );
  const refused = transactions[0];
  const returns = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>RETOUR-1</MsgId><CreDtTm>${civilDay(0)}T07:00:00</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${collection?.messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId><OrgnlNbOfTxs>${clients}</OrgnlNbOfTxs><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${collection?.messageId}001</OrgnlPmtInfId><PmtInfSts>ACSP</PmtInfSts>
<TxInfAndSts><OrgnlEndToEndId>${refused?.endToEndId}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts>
</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;

  await test.step('what the bank refused is looked at, taken, and seen', async () => {
    await open(page, made.externalId, 'payment?tab=bank');
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Importer un relevé' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel(/^Relevé ou retour/)
      .setInputFiles({ name: 'retours.xml', mimeType: 'text/xml', buffer: Buffer.from(returns) });
    await expect(dialog.getByText(/^1 nouvelle ligne/)).toBeVisible();
    await expect(dialog.getByText(/49 prélèvements en cours/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog).toBeHidden();
    await settled(page);
    await expect(page.getByText('retours.xml').first()).toBeVisible();
    await open(page, made.externalId, 'payment?tab=bank&state=SETTLED');
    await page
      .getByRole('link', { name: refused?.number ?? '' })
      .first()
      .click();
    await expect(page.getByText(/Refus de la banque/)).toBeVisible();
    await expect(page.getByText(/AC04/).first()).toBeVisible();
    await expectGoodScreen(page);
    await open(page, made.externalId, 'payment?tab=collections');
    await expect(page.getByText(/1 rejeté/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Exporter 1/ })).toBeVisible();
  });
});

interface Invoice {
  number?: string;
  dueDate?: string;
  paymentMethod: string;
  paymentStatus: string;
  amountCents: number;
  billableEntity: { id: string; name: string };
}

/** A statement of one line: the bank takes back what a client had paid by direct debit. */
function takenBack({ amountCents, billableEntity }: Invoice, endToEndId: string): string {
  const euros = `${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
  const reference = `RETOUR-${digits(8)}`;
  const today = civilDay(0);
  const balance = (code: string, value: string, side: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${value}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>${today}</Dt></Dt></Bal>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>${reference}</MsgId><CreDtTm>${today}T07:00:00</CreDtTm></GrpHdr>
<Stmt><Id>${reference}</Id><CreDtTm>${today}T07:00:00</CreDtTm><Acct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance('OPBD', euros, 'CRDT')}${balance('CLBD', '0.00', 'CRDT')}
<Ntry><Amt Ccy="EUR">${euros}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${today}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><AcctSvcrRef>${reference}</AcctSvcrRef><EndToEndId>${endToEndId}</EndToEndId></Refs><Amt Ccy="EUR">${euros}</Amt><CdtDbtInd>DBIT</CdtDbtInd>
<RltdPties><Dbtr><Pty><Nm>${billableEntity.name}</Nm></Pty></Dbtr></RltdPties><RtrInf><Rsn><Cd>AM04</Cd></Rsn></RtrInf></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`;
}

/** The 20th of last month: a demo that ends there has debits that were paid then and are late without it now. */
function lastMonth(): string {
  return `${first.slice(0, 7)}-20`;
}

test('a debit that comes back is overdue, and its client reads the reminder', async ({ browser }) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'pmo-e2e-late-'));
  const server = await startServer(folder, () => true, { PMO_DEMO_UNTIL: lastMonth() });
  try {
    await server.ready();
    await remindOf(browser, server.url);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function remindOf(browser: Browser, baseURL: string) {
  const nobody = { cookies: [], origins: [] };
  const options = { baseURL, locale: 'fr-FR', timezoneId: 'Europe/Paris', viewport: { width: 1440, height: 900 } };
  const [context, office] = await Promise.all(
    ['organizer', 'admin'].map(async (account) => {
      const own = await browser.newContext({ ...options, storageState: nobody });
      const data = { email: `${account}@demo.pmo`, password: demoPassword };
      await answer(own.request.post('/api/session/login', { data }));
      return own;
    }),
  );
  if (!context || !office) throw new Error('nobody signed in');
  const [page, organizer] = [await context.newPage(), context.request];
  const { id } = await open(page, 'ACC00000001', 'payment?tab=bank');
  const base = `/api/operations/${id}`;
  const endOf = new Map<string, string>();
  for (const { id: collection } of await answer<{ id: string }[]>(organizer.get(`${base}/payments/collections`))) {
    const { transactions = [] } = await answer<{ transactions?: { number: string; endToEndId: string }[] }>(
      organizer.get(`/api/payments/collections/${collection}`),
    );
    for (const { number, endToEndId } of transactions) endOf.set(number, endToEndId);
  }
  const invoices = await answer<Invoice[]>(organizer.get(`${base}/billing/invoices?status=FINALIZED`));
  const back = invoices.find(
    ({ number = '', paymentStatus, dueDate = '' }) =>
      endOf.has(number) && paymentStatus === 'SUCCEEDED' && dueDate < civilDay(-8),
  );
  const number = back?.number ?? '';
  if (!back) throw new Error('the demo has no debit that was paid and is late without it');
  const email = `impaye.${digits(8)}@exemple.example`;
  await answer(organizer.put(`${base}/billing/billable-entities/${back.billableEntity.id}`, { data: { email } }));

  await test.step('the statement says that it came back', async () => {
    await page.getByRole('button', { name: 'Importer un relevé' }).first().click();
    const dialog = page.getByRole('dialog');
    const buffer = Buffer.from(takenBack(back, endOf.get(number) ?? ''));
    await dialog.getByLabel(/^Relevé ou retour/).setInputFiles({ name: 'retour.xml', mimeType: 'text/xml', buffer });
    await expect(dialog.getByText(/^1 nouvelle ligne/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('it is overdue', async () => {
    await open(page, 'ACC00000001', `billing/receivables?q=${number}`);
    await expect(page.getByRole('link', { name: number }).first()).toBeVisible();
    await expectGoodScreen(page);
  });

  await test.step('its client is reminded, and reads it', async () => {
    await open(page, 'ACC00000001', 'billing/receivables?tab=reminders');
    const today = page.getByRole('region', { name: 'À envoyer aujourd’hui' });
    await expect(today.getByText(number).first()).toBeVisible();
    await today.getByRole('button', { name: /^Envoyer .*relance/ }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: /^Envoyer .*relance/ }).click();
    await expect(dialog).toBeHidden();
    const [mail] = await mailTo(office.request, email, new RegExp(`.*${number}.*`));
    expect(mail).toContain(back.billableEntity.name);
    await open(page, 'ACC00000001', 'billing/receivables?tab=reminders');
    const sent = page.getByRole('region', { name: 'Relances envoyées' });
    await expect(sent.getByText(number).first()).toBeVisible();
    await expectGoodScreen(page);
  });
  await Promise.all([context.close(), office.close()]);
}
