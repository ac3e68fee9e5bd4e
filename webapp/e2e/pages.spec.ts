import type { Page } from '@playwright/test';
import { expect, open, operationOf, read, settled, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';

interface Named {
  id: string;
  name: string;
}
interface Invoice {
  id: string;
  number?: string;
  runId?: string;
  billableEntity: Named;
  billingEntity: Named;
}

test.describe('pages of things', () => {
  test.use({ as: 'organizer' });

  /** The addresses of one of each kind in the billed operation of the demo. */
  async function addresses(page: Page) {
    const { id } = await operationOf(page, 'ACC00000001');
    const of = <T>(path: string) => read<T>(page, `/operations/${id}/${path}`);
    const sites = await of<(Named & { energyType: string })[]>('participants');
    const [client] = await of<Named[]>('billing/billable-entities');
    const [issuer] = await of<Named[]>('billing/billing-entities');
    const [plan] = await of<Named[]>('billing/plans');
    const invoices = await of<Invoice[]>('billing/invoices?status=FINALIZED');
    const invoice = invoices.find(({ runId }) => runId);
    const consumer = sites.find(({ energyType }) => energyType === 'consumer');
    const producer = sites.find(({ energyType }) => energyType === 'producer');
    if (!client || !issuer || !plan || !invoice || !consumer || !producer) throw new Error('the demo lacks a thing');
    return [
      { path: `sites/${consumer.id}`, title: consumer.name, list: 'Participants' },
      { path: `sites/${producer.id}`, title: producer.name, list: 'Participants' },
      { path: `clients/${client.id}`, title: client.name, list: 'Clients' },
      { path: `issuers/${issuer.id}`, title: issuer.name, list: 'Émetteurs' },
      { path: `plans/${plan.id}`, title: plan.name, list: 'Plans' },
      { path: `invoices/${invoice.id}`, title: invoice.number ?? '', list: 'Factures éditées' },
      { path: `runs/${invoice.runId}`, title: 'Campagne du', list: 'Campagnes' },
    ];
  }

  test('each has an address, a title, the way back, a history, and is accessible', async ({ page }) => {
    test.setTimeout(600_000);
    for (const { path, title, list } of await addresses(page)) {
      await open(page, 'ACC00000001', path);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
      await expect(page).toHaveTitle(new RegExp(title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
      const crumbs = page.getByRole('navigation', { name: 'Fil de la page' });
      await expect(crumbs.getByRole('link', { name: new RegExp(list) })).toBeVisible();
      const history = page.getByRole('region', { name: 'Historique' });
      await expect(history.getByRole('listitem').first()).toBeVisible();
      await expectGoodScreen(page);
    }
  });

  test('they lead to one another both ways, by keyboard', async ({ page }) => {
    const things = await addresses(page);
    const invoice = things.find(({ path }) => path.startsWith('invoices/'));
    await open(page, 'ACC00000001', invoice?.path ?? '');
    const follow = async (part: string, prefix: RegExp) => {
      const link = page.getByRole('main').locator(`a[href*="/${part}/"]`).first();
      await link.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(prefix);
      await settled(page);
    };
    await follow('clients', /\/clients\//);
    await follow('sites', /\/sites\//);
    await follow('plans', /\/plans\//);
    await follow('sites', /\/sites\//);
    await follow('invoices', /\/invoices\//);
    await follow('runs', /\/runs\//);
    await follow('issuers', /\/issuers\//);
  });

  test('a quick look leads to the page, and the address of a site says its days', async ({ page }) => {
    await open(page, 'ACC00000001', 'edit/participants');
    const name = await page.getByRole('table').getByRole('link').first().textContent();
    await page.getByRole('button', { name: `Aperçu de ${name}`, exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('link', { name: 'Ouvrir la page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible();
    const { pathname } = new URL(page.url());
    await page.goto(`${pathname}?from=2026-10-10&to=2026-10-10`);
    await settled(page);
    await expect(page.getByRole('heading', { name: /Énergie 10 oct\. 2026/ })).toBeVisible();
  });
});

test.describe('foreign ids', () => {
  test.use({ as: 'organizer', refusals: [/^40[04] /] });

  test('are no page', async ({ page }) => {
    const elsewhere = await operationOf(page, 'ACC00000002');
    const [site] = await read<Named[]>(page, `/operations/${elsewhere.id}/participants?limit=1`);
    for (const path of [
      `sites/${site?.id}`,
      `clients/${site?.id}`,
      `issuers/${site?.id}`,
      `plans/${site?.id}`,
      `invoices/${site?.id}`,
      `imports/${site?.id}`,
      `runs/${site?.id}`,
      'plans/not-an-id',
    ]) {
      const { id } = await operationOf(page, 'ACC00000001');
      await page.goto(`/pmo/operations/${id}/${path}`);
      await expect(page.getByRole('heading', { name: 'La page est introuvable' }), path).toBeVisible();
    }
  });
});

test.describe('an observer', () => {
  test.use({ as: 'observer', refusals: [/^40[34] /] });

  test('opens the page of a site, without names, invoices or acts, and no other', async ({ page }) => {
    const { id } = await operationOf(page, 'ACC00000001');
    const [site] = await read<Named[]>(page, `/operations/${id}/participants?limit=1`);
    await open(page, 'ACC00000001', `sites/${site?.id}`);
    await expect(page.getByRole('heading', { level: 1, name: site?.name ?? '' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Modifier' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Factures' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Historique' })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('@demo.pmo');
    for (const path of ['clients', 'invoices', 'plans', 'runs', 'imports', 'issuers']) {
      await page.goto(`/pmo/operations/${id}/${path}/${site?.id}`);
      await expect(page.getByRole('heading', { name: 'Accès non autorisé' }), path).toBeVisible();
    }
  });
});

test.describe('a participant', () => {
  test.use({ as: 'participant' });

  test('is refused the pages of things', async ({ page }) => {
    const { id } = await operationOf(page, 'ACC00000001');
    for (const path of ['sites', 'clients', 'invoices', 'plans', 'runs', 'imports', 'issuers']) {
      await page.goto(`/pmo/operations/${id}/${path}/${id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Accès non autorisé' }), path).toBeVisible();
    }
  });
});
