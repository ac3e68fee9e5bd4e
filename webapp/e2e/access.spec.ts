import type { Page } from '@playwright/test';
import { expect, open, operationOf, press, read, settled, test } from './fixtures.ts';

interface Site {
  id: string;
  name: string;
  dsoId: string;
  energyType: 'consumer' | 'producer';
  email?: string;
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link');

/** Every answer of the API that the page gets from now on. */
function repliesTo(page: Page): Promise<{ path: string; body: string }>[] {
  const replies: Promise<{ path: string; body: string }>[] = [];
  page.on('response', (reply) => {
    const { pathname } = new URL(reply.url());
    if (pathname.startsWith('/api/')) {
      replies.push(
        reply.text().then(
          (body) => ({ path: pathname, body }),
          () => ({ path: pathname, body: '' }),
        ),
      );
    }
  });
  return replies;
}

test.describe('a participant', () => {
  test.use({ as: 'participant' });

  test('lands on the dashboard of its site and learns of no other participant', async ({ page, sessions }) => {
    const organizer = await page
      .context()
      .browser()
      ?.newContext({ storageState: await sessions('organizer') });
    if (!organizer) throw new Error('no browser');
    const office = await organizer.newPage();
    const operation = await operationOf(office, 'ACC00000001');
    const sites = await read<Site[]>(office, `/operations/${operation.id}/participants`);
    await organizer.close();
    const others = sites.filter(
      ({ energyType, name }) => energyType === 'consumer' && name !== 'Boulangerie du Château',
    );
    expect(others).toHaveLength(21);
    // A consumer chooses among the producers that supply it, so that it knows these by name.
    const producers = sites.filter(({ energyType }) => energyType === 'producer').map(({ name }) => name);

    const replies = repliesTo(page);
    await page.goto('/pmo');
    await expect(page).toHaveURL(/\/operations\/[^/]+\/dashboard\/prod\/[^/]+/);
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Boulangerie du Château');
    const first = { path: 'the first page', body: await page.content() };
    await open(page, 'ACC00000001', 'my-data');
    await expect(page.getByText(/Autres participants \(\d+\)/).first()).toBeVisible();
    await press(page.getByRole('button', { name: '12 derniers mois' }));
    await expect(page).toHaveURL(/from=/);
    await settled(page);
    for (const button of await page.getByRole('button', { name: 'Tableau', exact: true }).all()) await press(button);
    await expect(page.getByRole('table').first()).toBeVisible();
    await settled(page);

    const dashboard = { path: 'the data', body: await page.content() };
    await open(page, 'ACC00000001', 'my-invoices');

    const answers = await Promise.all(replies);
    for (const call of ['/distribution', '/load-curve/', '/metrics', '/balance', '/billing/invoice-summary']) {
      expect(answers.map(({ path }) => path)).toContainEqual(expect.stringContaining(call));
    }
    const seen = [...answers, first, dashboard, { path: 'the invoices', body: await page.content() }];
    const told = seen.flatMap(({ path, body }) => {
      const text = producers.reduce((rest, name) => rest.replaceAll(name, ''), body);
      return others.flatMap(({ name, dsoId, email }) =>
        [name, dsoId, email].filter((word) => word && text.includes(word)).map((word) => `${path} tells ${word}`),
      );
    });
    expect(told).toEqual([]);
  });

  test('has no menu but its own, and no other page by its address', async ({ page }) => {
    const { id } = await operationOf(page, 'ACC00000001');
    await page.goto(`/pmo/operations/${id}`);
    await settled(page);
    await expect(menu(page)).toHaveText(['Mon énergie', 'Mes factures', 'Mes documents', 'Mes données', 'Mon compte']);
    for (const path of ['edit/participants', 'imports', 'billing/plans']) {
      await page.goto(`/pmo/operations/${id}/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accès non autorisé');
    }
    for (const path of ['billing/invoices', 'billing/invoices-run', 'billing/subscriptions', 'no/such/page']) {
      await page.goto(`/pmo/operations/${id}/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('La page est introuvable');
    }
  });

  test('is refused by the server what is not its own', async ({ page, sessions, playwright, baseURL }) => {
    const office = await playwright.request.newContext({
      baseURL: baseURL ?? '',
      storageState: await sessions('organizer'),
    });
    const { id } = await operationOf(page, 'ACC00000001');
    const sites: Site[] = await (await office.get(`/api/operations/${id}/participants`)).json();
    const neighbour = sites.find(({ name }) => name === 'Mairie');
    const elsewhere: { id: string; externalId: string }[] = await (await office.get('/api/operations')).json();
    const foreign = elsewhere.find(({ externalId }) => externalId === 'ACC00000002');
    await office.dispose();
    const days = 'nature=Conso&dateFrom=2026-10-01&dateTo=2026-10-02';
    const refused = [
      `/measurements/load-curve/by-participant/${neighbour?.id}?${days}`,
      `/participants/${neighbour?.id}`,
      `/participants/${neighbour?.id}/billing/invoices`,
      `/operations/${id}/billing/invoices`,
      `/operations/${id}/billing/run/last`,
      `/operations/${id}/billing/runs`,
      `/measurements/load-curve/by-operation/${foreign?.id}?${days}`,
    ];
    for (const path of refused) {
      const reply = await page.request.get(`/api${path}`);
      expect([403, 404], `${reply.status()} ${path}`).toContain(reply.status());
    }
  });
});

test.describe('an observer', () => {
  test.use({ as: 'observer' });

  test('reads the dashboard and the participants, and changes nothing', async ({ page }) => {
    await open(page, 'ACC00000001', 'dashboard');
    await expect(menu(page)).toHaveText([
      'Le mois',
      'Tableau de bord',
      'Répartition',
      'Participants',
      'Documents',
      'Opération et PMO',
    ]);
    // Further down stands another one, once it is drawn.
    await expect(page.getByRole('region', { name: 'Courbe de charge' }).locator('.uplot')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Importer des courbes' })).toHaveCount(0);

    await open(page, 'ACC00000001', 'edit/participants');
    await expect(page.getByText('Boulangerie du Château')).toBeVisible();
    for (const name of ['Ajouter un participant', 'Importer', /^Actions sur /]) {
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    }
    await expect(page.getByRole('main')).not.toContainText('@');
    await page.getByRole('button', { name: 'Aperçu de Boulangerie du Château' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByRole('heading', { name: 'Boulangerie du Château' })).toBeVisible();
    await expect(sheet).not.toContainText('@');
    await expect(sheet.getByRole('button')).toHaveText(['']);
    await expect(sheet.getByRole('button')).toHaveAccessibleName('Fermer la fiche');
  });

  test('is refused what it may not open or do', async ({ page }) => {
    const { id } = await operationOf(page, 'ACC00000001');
    for (const path of [
      'imports',
      'billing/plans',
      'billing/subscriptions',
      'billing/invoices-run',
      'billing/invoices',
    ]) {
      await page.goto(`/pmo/operations/${id}/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accès non autorisé');
    }
    const run = await page.request.post(`/api/operations/${id}/billing/run`, { data: { mode: 'SYNC' } });
    expect(run.status()).toBe(403);
  });
});
