import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { type Account, expect, open, operationOf, read, settled, test } from './fixtures.ts';
import { expectWholeHeads } from './inspect.ts';

const phone = { width: 390, height: 844 };

// No page changes anything: they are shared out among the workers.
test.describe.configure({ mode: 'parallel' });

interface List {
  as: Account;
  path: string;
  /** Its name for assistive technology. */
  caption: string | RegExp;
  /** What each card says, beside its title. */
  facts: string[];
}

const lists: List[] = [
  { as: 'organizer', path: 'edit/participants', caption: /Participants/, facts: ['PRM', 'Type', 'Dossier GRD'] },
  {
    as: 'organizer',
    path: 'edit/participants?group=observers',
    caption: /Participants/,
    facts: ['Adresse e-mail', 'Compte'],
  },
  {
    as: 'organizer',
    path: 'billing/subscriptions',
    caption: /Souscriptions/,
    facts: ['Producteur', 'Plan', 'Début', 'État'],
  },
  {
    as: 'organizer',
    path: 'billing/subscriptions?tab=issuers',
    caption: /Émetteurs/,
    facts: ['Facturation', 'SIREN ou SIRET', 'Commune'],
  },
  {
    as: 'organizer',
    path: 'billing/subscriptions?tab=clients',
    caption: /Clients/,
    facts: ['Facturation', 'Sites rattachés', 'Commune'],
  },
  {
    as: 'organizer',
    path: 'billing/invoices?tab=published',
    caption: /Publiées/,
    facts: ['Numéro', 'Période', 'Paiement'],
  },
  {
    as: 'organizer',
    path: 'billing/invoices-run',
    caption: /Détail de la campagne/,
    facts: ['Émetteur', 'Période', 'État'],
  },
  { as: 'observer', path: 'edit/participants', caption: /Participants/, facts: ['PRM', 'Type', 'Dossier GRD'] },
];

for (const { as, path, caption, facts } of lists) {
  test.describe(`${as}:`, () => {
    test.use({ as, viewport: phone });
    test(`cards of ${path} can be told apart on a phone`, async ({ page }) => {
      await open(page, 'ACC00000001', path);
      await page.waitForLoadState('networkidle');
      const list = page.getByRole('list', { name: caption });
      await expect(list.getByRole('listitem').first()).toBeVisible();
      const items = list.getByRole('listitem');
      // Those further down are laid out as they come into view: their parts are read, one a line.
      const cards = await items.evaluateAll((all) =>
        all.map((card) =>
          [...card.querySelectorAll('.card-title, .card-aside, dt, dd')].map((part) => part.textContent).join('\n'),
        ),
      );
      expect(cards.filter((text, index) => cards.indexOf(text) !== index)).toEqual([]);
      for (const card of cards) {
        for (const fact of facts) expect(card).toContain(fact);
        expect(card.split('\n').length, card).toBeGreaterThan(2);
      }
      await expect(page.getByRole('table')).toHaveCount(0);
    });
  });
}

const isSorted = (texts: readonly string[], compare: (a: string, b: string) => number): boolean =>
  texts.every((text, at) => at === 0 || compare(texts[at - 1] ?? '', text) <= 0);

test.describe('a card of a phone', () => {
  test.use({ as: 'organizer', viewport: phone });

  test('sorts as the heads of the table do', async ({ page }) => {
    const { id } = await operationOf(page, 'ACC00000001');
    // Other tests add sites and observers meanwhile: this page sees those of now.
    const rows = { participants: 0, observers: 0 };
    for (const kind of ['participants', 'observers'] as const) {
      const now = await read<{ name: string }[]>(page, `/operations/${id}/${kind}`);
      rows[kind] = now.length;
      await page.route(new RegExp(`/operations/${id}/${kind}$`), (route) => route.fulfill({ json: now }));
    }
    await open(page, 'ACC00000001', 'edit/participants');
    const titles = async () => {
      const names = page.getByRole('list', { name: /Participants/ }).locator('.card-title .name');
      return names.evaluateAll((all) => all.map(({ textContent }) => textContent));
    };
    await page.getByLabel('Trier par').selectOption({ label: 'Nom et commune' });
    const collator = new Intl.Collator('fr', { numeric: true, sensitivity: 'base' });
    await expect.poll(async () => (await titles()).length).toBe(rows.participants + rows.observers);
    await expect.poll(async () => isSorted(await titles(), collator.compare)).toBe(true);
    const up = await titles();
    await page.getByRole('button', { name: 'Ordre croissant' }).click();
    await expect.poll(async () => isSorted(await titles(), (a, b) => collator.compare(b, a))).toBe(true);
    expect((await titles()).toSorted()).toEqual(up.toSorted());
  });

  test('shows beside the list what the row shows, and an invoice all of its lines', async ({ page }) => {
    await open(page, 'ACC00000001', 'billing/invoices?tab=published');
    await page
      .getByRole('list', { name: /Publiées/ })
      .getByRole('button', { name: /^Aperçu de / })
      .first()
      .click();
    const lines = page.getByRole('dialog').getByRole('list', { name: 'Détail' });
    for (const fact of ['Quantité', 'Prix HT', 'TVA', 'HT']) await expect(lines).toContainText(fact);
    await expectWholeHeads(page);
  });
});

/**
 * The browser's own search looks through text that is in the page and not hidden, whether it is laid out yet or
 * not (CSS Containment, content-visibility: auto); browsers without a window have no such search to ask.
 */
const searchable = (row: Locator): Promise<boolean> =>
  row.evaluate((element) => element.checkVisibility() && getComputedStyle(element).contentVisibility !== 'hidden');

test.describe('a list', () => {
  test.use({ as: 'organizer' });

  test('of 200 sites is in the page as a whole: the last one is found, and printed', async ({ page }) => {
    const { id } = await open(page, 'ACC00000002', 'edit/participants?sort=name');
    const sites = await read<{ name: string }[]>(page, `/operations/${id}/participants`);
    expect(sites.length).toBeGreaterThanOrEqual(200);
    const rows = page.getByRole('table').getByRole('row');
    // The head, and the line of totals.
    await expect.poll(() => rows.count()).toBe(sites.length + 2);
    // Text that is not laid out yet is text of the page all the same.
    const drawn = (await page.locator('main').textContent()) ?? '';
    expect(sites.filter(({ name }) => !drawn.includes(name))).toEqual([]);
    for (const row of await rows.all()) expect(await searchable(row)).toBe(true);
    await rows.last().scrollIntoViewIfNeeded();
    await expect(rows.last()).toBeInViewport();
  });

  test('of 2 000 invoices is in the page as a whole: the browser’s search has the last one', async ({ page }) => {
    const { id } = await operationOf(page, 'ACC00000002');
    const known = await read<{ number: string }[]>(
      page,
      `/operations/${id}/billing/invoices?status=FINALIZED,NOT_CHARGED,CANCELLED&limit=100`,
    );
    // Two thousand of them take a bill run of minutes: those of the demo stand for them, each under its own number.
    const all = Array.from({ length: 2000 }, (_, at) => ({
      ...known[at % known.length],
      id: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      number: `ESSAI-2026-${String(2000 - at).padStart(5, '0')}`,
    }));
    await page.route(/\/api\/.*\/billing\/invoices\?/, (route) => {
      const asked = new URL(route.request().url()).searchParams;
      const from = Number(asked.get('cursor') ?? 0);
      const next = from + Number(asked.get('limit'));
      return route.fulfill({
        json: all.slice(from, next),
        headers: { 'total-count': '2000', ...(next < all.length ? { 'next-cursor': String(next) } : {}) },
      });
    });
    await open(page, 'ACC00000002', 'billing/invoices?tab=published');
    const table = page.getByRole('table', { name: /Publiées/ });
    const rows = table.getByRole('row');
    await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(all.length + 2);
    const last = table.getByRole('row').filter({ hasText: 'ESSAI-2026-00001' });
    await expect(last).not.toBeInViewport();
    expect(await searchable(last)).toBe(true);
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    const drawn = (await table.textContent()) ?? '';
    expect(all.filter(({ number }) => !drawn.includes(number))).toEqual([]);
    // Every row is a row to assistive technology too, in its place.
    await expect(last).toHaveAttribute('aria-rowindex', '2001');
  });

  test('of 3 000 sites shows those in view, from the first to the last', async ({ page }) => {
    const { id } = await operationOf(page, 'ACC00000001');
    const [site] = await read<Record<string, unknown>[]>(page, `/operations/${id}/participants`);
    const sites = Array.from({ length: 3_000 }, (_, at) => ({
      ...site,
      id: crypto.randomUUID(),
      name: `Site ${String(at + 1).padStart(4, '0')}`,
    }));
    const observers = await read<unknown[]>(page, `/operations/${id}/observers`);
    // They are there at once: rows and what scrolls them are drawn together.
    await page.addInitScript(
      (answers: Record<string, string>) => {
        const ask = globalThis.fetch;
        globalThis.fetch = async (input, init) => {
          const text = answers[new URL(input instanceof Request ? input.url : input, location.href).pathname];
          return text ? new Response(text, { headers: { 'Content-Type': 'application/json' } }) : ask(input, init);
        };
      },
      {
        [`/api/operations/${id}/participants`]: JSON.stringify(sites),
        [`/api/operations/${id}/observers`]: JSON.stringify(observers),
      },
    );
    // By the address, and back from another page.
    await open(page, 'ACC00000001', 'edit/participants');
    const table = page.getByRole('table', { name: /Participants/ });
    const link = (name: string) => table.getByRole('link', { name, exact: true });
    await expect(link('Site 0001')).toBeVisible();
    expect(await table.getByRole('row').count()).toBeLessThan(200);
    await page.getByRole('link', { name: 'Documents', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
    await page.goBack();
    await expect(link('Site 0001')).toBeVisible();
    await table.evaluate((element) => {
      let scroller: Element | null = element;
      while (scroller && scroller.scrollHeight <= scroller.clientHeight) scroller = scroller.parentElement;
      scroller?.scrollTo(0, scroller.scrollHeight);
    });
    await expect(link('Site 3000')).toBeVisible();
    await expect(link('Site 0001')).toHaveCount(0);
  });

  test('keeps its order in the address, and is taken away as it is shown', async ({ page }) => {
    const { id } = await open(page, 'ACC00000001', 'billing/invoices?tab=published&sort=-amount');
    const table = page.getByRole('table', { name: /Publiées/ });
    await expect(table.getByRole('columnheader', { name: 'Total TTC' })).toHaveAttribute('aria-sort', 'descending');
    const totals = await page.request
      .get(`/api/operations/${id}/billing/invoices/totals`)
      .then((reply) => reply.json());
    const euros = (cents: number) => new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 2 }).format(cents / 100);
    const plain = (text: string) => text.replace(/\s/g, ' ');
    await expect
      .poll(async () => plain(await table.getByRole('row').last().innerText()))
      .toContain(plain(euros(totals.published.amountCents)));
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exporter' }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^publiees-\d{4}-\d{2}-\d{2}\.csv$/);
    const [heads = '', ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(heads).toContain('Total TTC (€)');
    expect(lines).toHaveLength(totals.published.number);
    const cents = lines.map((line) => Math.round(Number(line.split(';').at(-1)?.replace(',', '.')) * 100));
    expect(cents).toEqual([...cents].sort((a, b) => b - a));
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(totals.published.amountCents);
    const workbook = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exporter' }).click();
    await page.getByRole('menuitem', { name: /XLSX/ }).click();
    expect((await workbook).suggestedFilename()).toMatch(/\.xlsx$/);
  });

  test('of subscriptions is a matrix too, at a desk and on a phone', async ({ page }) => {
    await open(page, 'ACC00000001', 'billing/subscriptions');
    await page.getByRole('button', { name: 'Matrice' }).click();
    await expect(page).toHaveURL(/view=matrix/);
    const table = page.getByRole('table', { name: /Qui est abonné à qui/ });
    await expect(table.getByRole('columnheader')).toHaveText([/Consommateur/, /École/, /Gymnase/, /Médiathèque/]);
    const row = table.getByRole('row', { name: /^Boulangerie du Château/ });
    await expect(row.getByRole('button', { name: /Plan solaire : changer le plan/ })).toHaveCount(3);
    await row.getByRole('button').first().click();
    await expect(page.getByRole('dialog', { name: 'Changer de plan' })).toContainText('Boulangerie du Château');
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
    await page.setViewportSize(phone);
    const cards = page.getByRole('list', { name: /Qui est abonné à qui/ });
    await expect(cards.getByRole('listitem').first()).toContainText('Toiture École');
    await expect(table).toHaveCount(0);
  });
});

test.describe('the back-office', () => {
  test.use({ as: 'admin', viewport: phone });
  for (const resource of ['operations', 'participants', 'users', 'cgu-approvals', 'seller-claims', 'jobs']) {
    test(`rows of ${resource} can be told apart on a phone, and nothing is cut`, async ({ page }) => {
      await page.goto(`/admin/${resource}`);
      await settled(page);
      const rows = page.locator('tbody tr');
      await expect(rows.first()).toBeVisible();
      const texts = await rows.allInnerTexts();
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
      const cells = await rows.first().locator('td:visible').all();
      expect(cells.length).toBeGreaterThan(2);
      for (const cell of cells.slice(1)) await expect(cell).toHaveAttribute('data-label', /\S/);
      const outside = await rows.evaluateAll(
        (all) => all.filter((row) => row.scrollWidth > row.clientWidth + 1).length,
      );
      expect(outside).toBe(0);
      const over = await rows.evaluateAll((all) =>
        all.flatMap((row) => {
          const boxes = [...row.querySelectorAll('td')].map((cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            return { text: cell.innerText, box: range.getBoundingClientRect() };
          });
          return boxes.flatMap((one, at) =>
            boxes
              .slice(at + 1)
              .filter(
                ({ box }) =>
                  Math.min(box.right, one.box.right) - Math.max(box.left, one.box.left) > 1 &&
                  Math.min(box.bottom, one.box.bottom) - Math.max(box.top, one.box.top) > 1,
              )
              .map(({ text }) => `${one.text} × ${text}`),
          );
        }),
      );
      expect(over).toEqual([]);
      // Every label has its own line above the value, and none stands over the value before it.
      const squeezed = await rows.evaluateAll((all) =>
        all.filter((row) => [...row.querySelectorAll('td')].some((cell) => cell.scrollHeight > cell.clientHeight + 2)),
      );
      expect(squeezed.length).toBe(0);
    });
  }
});
