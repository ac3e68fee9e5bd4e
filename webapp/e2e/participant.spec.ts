import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { boxOf, expect, open, operationOf, read, settled, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';
import { expectOwnFigures, expectOwnYear } from './ownFigures.ts';

interface Own {
  participant: { id: string; name: string; operationId: string };
}

const siteOf = async (page: Page, operationId: string) => {
  const own = await read<Own[]>(page, '/participants/by-jwt');
  return own.find(({ participant }) => participant.operationId === operationId)?.participant.id ?? '';
};

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

/** What stands in the card of the first sentence, the flow, the year and what comes next. */
const firstScreen = [/% de votre électricité .* est locale/, 'D’où vient mon énergie, où elle va', 'Mon année'];

test.describe('a participant at a desk', () => {
  test.use({ as: 'participant', viewport: { width: 1440, height: 900 } });

  test('reads the figures of the server to the printed digit, all on the first screen', async ({ page }) => {
    const { id } = await open(page, 'ACC00000001', 'dashboard');
    const site = await siteOf(page, id);
    await expectOwnFigures(page, site, true);
    await expectOwnYear(page, site);
    for (const name of [...firstScreen, 'Et maintenant']) {
      const box = await boxOf(card(page, name));
      expect(box.y + box.height, String(name)).toBeLessThanOrEqual(900);
    }
    await expect(card(page, 'Et maintenant')).toContainText(/Les données suivantes \(\d.*\) sont attendues/);
    await expect(card(page, 'Comment l’énergie m’est partagée')).not.toContainText(/Mairie|École|Famille/);
    await expectGoodScreen(page);
  });

  test('looks at another month of its year, and at one producer, which is labelled', async ({ page }) => {
    const { id } = await open(page, 'ACC00000001', 'dashboard');
    const site = await siteOf(page, id);
    const { month, year } = await read<{ month: string; year: { month: string; used?: object }[] }>(
      page,
      `/participants/${site}/measurements/balance`,
    );
    const other = year.findIndex((one) => one.used && one.month !== month);
    const buttons = card(page, 'Mon année').getByRole('button');
    await buttons.nth(other).click();
    await expect(page).toHaveURL(new RegExp(`month=${year[other]?.month}`));
    await expect(buttons.nth(other)).toHaveAttribute('aria-current', 'true');
    await settled(page);
    const before = await card(page, /% de votre électricité/).innerText();
    await page.getByRole('combobox', { name: 'Producteur' }).click();
    await page.getByRole('option').last().click();
    await expect(card(page, 'Un seul producteur')).toContainText(/^Un seul producteur/);
    await settled(page);
    expect(await card(page, /% de votre électricité/).innerText(), 'all producers as before').toBe(before);
  });

  test('has a menu of its own: energy, invoices, data, account', async ({ page }) => {
    await page.goto('/pmo');
    await settled(page);
    const menu = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link');
    await expect(menu).toHaveText(['Mon énergie', 'Mes factures', 'Mes documents', 'Mes données', 'Mon compte']);
    for (const name of ['Mes factures', 'Mes documents', 'Mes données', 'Mon compte', 'Mon énergie']) {
      await menu.filter({ hasText: name }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
      await settled(page);
      await expect(menu).toHaveCount(5);
    }
  });

  test('reads what it owes and how each invoice comes about, and takes its document along', async ({ page }) => {
    const { id } = await open(page, 'ACC00000001', 'my-invoices');
    const site = await siteOf(page, id);
    const summary = await read<{
      toPay: { amountCents: number; parties: { name: string; amountCents: number }[] };
      years: { year: number; amountCents: number }[];
    }>(page, `/participants/${site}/billing/invoice-summary`);
    const plain = (text: string) => text.replace(/[\s\u00a0\u202f]+/g, ' ');
    const euro = (cents: number) =>
      `${plain(new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 2 }).format(cents / 100))} €`;
    const main = plain(await page.getByRole('main').innerText());
    for (const cents of [summary.toPay.amountCents, ...summary.years.map(({ amountCents }) => amountCents)]) {
      expect(main).toContain(euro(cents));
    }
    for (const { name, amountCents } of summary.toPay.parties) expect(main).toContain(`${name} : ${euro(amountCents)}`);
    const list = card(page, 'Factures');
    await list
      .getByRole('button', { name: /^Détail du calcul/ })
      .first()
      .click();
    await expect(list).toContainText(/[\d,]+\s+kWh × [\d,]+\s€\/kWh = [\d,]+\s€/);
    await settled(page);
    await expectGoodScreen(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    const waiting = page.waitForEvent('download');
    await list
      .getByRole('button', { name: /^Télécharger le PDF\s: / })
      .first()
      .click();
    const download = await waiting;
    expect(download.suggestedFilename()).toMatch(/^facture-(REGIE|TOITS)-\d{4}-\d{5}\.pdf$/);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('finds its curves of any period, with a table, a file and the hours', async ({ page }) => {
    await open(page, 'ACC00000001', 'my-data');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Mes données');
    await expect(card(page, 'Courbe de charge').locator('.uplot')).toBeVisible();
    const { id } = await operationOf(page, 'ACC00000001');
    await page.goto(`/pmo/operations/${id}/billing/invoices`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('La page est introuvable');
  });
});

test.describe('a participant on a phone', () => {
  test.use({ as: 'participant', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('reads how much was local, what it owes and where it came from without a scroll', async ({ page }) => {
    const { id } = await open(page, 'ACC00000001', 'dashboard');
    await expectOwnFigures(page, await siteOf(page, id), true);
    const foot = await boxOf(page.getByRole('navigation', { name: 'Menu principal' }));
    for (const name of firstScreen.slice(0, 2)) {
      const box = await boxOf(card(page, name));
      expect(box.y + box.height, String(name)).toBeLessThanOrEqual(foot.y);
    }
  });

  test('has targets of 44 pixels on each of its pages', async ({ page }) => {
    for (const path of ['dashboard', 'my-invoices']) {
      await open(page, 'ACC00000001', path);
      const small = await page.getByRole('main').evaluate((main) =>
        [...main.querySelectorAll<HTMLElement>('a, button, [role=button], [role=combobox]')]
          .filter((one) => one.offsetParent !== null && getComputedStyle(one).display !== 'inline')
          .map((one) => ({ name: one.getAttribute('aria-label') ?? one.innerText, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
          .map(({ name, box }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
      );
      expect(small, path).toEqual([]);
    }
    const bar = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link');
    await expect(bar).toHaveText(['Énergie', 'Factures', 'Documents', 'Données', 'Compte']);
    for (const one of await bar.all()) expect((await boxOf(one)).height).toBeGreaterThanOrEqual(44);
  });
});

test.describe('the flow of a participant', () => {
  test.use({ as: 'participant' });
  for (const width of [1440, 1024, 768, 390, 320]) {
    test(`names its ends in full at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await open(page, 'ACC00000001', 'dashboard');
      const flow = page.getByRole('region', { name: 'D’où vient mon énergie, où elle va' });
      await expect(flow).toContainText('kWh');
      const cut = await flow.evaluate((card) => {
        const frame = card.getBoundingClientRect();
        return [...card.querySelectorAll<HTMLElement>('p, li')]
          .filter((one) => {
            const box = one.getBoundingClientRect();
            const out = box.left < frame.left - 1 || box.right > frame.right + 1;
            return out || one.scrollWidth > one.clientWidth + 1 || getComputedStyle(one).textOverflow === 'ellipsis';
          })
          .map((one) => one.textContent);
      });
      expect(cut).toEqual([]);
    });
  }
});
