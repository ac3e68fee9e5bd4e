import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { asTable, boxOf, expect, look, open, press, settled, test } from './fixtures.ts';
import { expectGoodScreen, expectWholeWords } from './inspect.ts';

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

test.describe('a figure', () => {
  test.use({ as: 'organizer', viewport: { width: 390, height: 844 }, hasTouch: true });

  test('is explained to a finger until it presses elsewhere, and to the keyboard until Escape', async ({ page }) => {
    await open(page, 'ACC00000001', 'dashboard');
    await settled(page);
    const ask = card(page, 'Chiffres de la période').getByRole('button', { name: /^La production attribuée/ });
    const tip = page.getByRole('tooltip');
    await ask.tap();
    await expect(tip).toContainText('La production attribuée');
    await page.getByRole('heading', { level: 1 }).tap();
    await expect(tip).toHaveCount(0);
    await page.keyboard.press('Tab');
    await ask.focus();
    await expect(tip).toContainText('La production attribuée');
    await page.keyboard.press('Escape');
    await expect(tip).toHaveCount(0);
  });

  test('has a name of which no word is broken on a small phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, 'ACC00000001', 'dashboard');
    await settled(page);
    const names = card(page, 'Chiffres de la période').getByRole('heading', { level: 3 });
    await expect(names.filter({ hasText: 'Autoconsommation' })).toBeVisible();
    await expectWholeWords(page);
  });
});

test.describe('the operation', () => {
  test.use({ as: 'organizer' });

  test('sliding range and comparison: the window moves through the data, trends say once what they are against', async ({
    page,
  }) => {
    await open(page, 'ACC00000001', 'dashboard');
    const threeMonths = page.getByRole('button', { name: '3 mois, 3 derniers mois' });
    await press(threeMonths);
    await expect(page).toHaveURL(/from=/);
    await settled(page);
    const latest = new URL(page.url()).searchParams.get('to');
    await page.getByRole('button', { name: /choisir la période/ }).click();
    const slider = page.getByRole('dialog').getByRole('slider', { name: 'Position de la fenêtre' });
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => new URL(page.url()).searchParams.get('to')).not.toBe(latest);
    await expect(page.getByRole('dialog').getByRole('button', { name: '3 mois', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.keyboard.press('Escape');
    await press(page.getByRole('button', { name: '1 mois, Dernier mois' }));
    const tiles = page.getByRole('region', { name: 'Chiffres de la période' });
    await settled(page);
    await expect(tiles).not.toContainText('par rapport à');
    const compare = async (entry: string) => {
      await page.getByRole('button', { name: 'Comparer', exact: true }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    await compare('La période d’avant');
    await expect(tiles.getByText(/^Évolutions par rapport à la période précédente/)).toHaveCount(1);
    await compare('L’an dernier');
    await expect(page).toHaveURL(/cmp=yoy/);
    await expect(tiles).toContainText('Évolutions par rapport à l’an dernier');
    await compare('Sans comparaison');
    await expect(tiles).not.toContainText('par rapport à');
  });

  test('figures and curve of a month stand on one screen of 1440 × 900', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, 'ACC00000001', 'dashboard');
    const plot = await boxOf(card(page, 'Courbe de charge').locator('.uplot'));
    expect(plot.y + plot.height).toBeLessThanOrEqual(900);
    const tiles = page.getByRole('region', { name: 'Chiffres de la période' });
    const rows = await tiles
      .getByRole('heading', { level: 3 })
      .evaluateAll((heads) => [
        ...new Set(heads.map((head) => Math.round(head.closest('.MuiCard-root')?.getBoundingClientRect().top ?? 0))),
      ]);
    expect(rows).toHaveLength(1);
  });

  test('a stretch of the curve is the period of the page, and the legend takes natures out', async ({ page }) => {
    await open(page, 'ACC00000001', 'dashboard');
    const curve = card(page, 'Courbe de charge');
    const tiles = page.getByRole('region', { name: 'Chiffres de la période' });
    const consumption = tiles.locator('p').first();
    const before = await consumption.innerText();
    const box = await boxOf(curve.locator('.u-over'));
    await page.mouse.move(box.x + box.width * 0.4, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 90, { steps: 5 });
    await page.mouse.up();
    await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}&to=/);
    await expect(consumption).not.toHaveText(before);
    await expect(curve.getByText('Pas : 15 minutes')).toBeVisible();
    await page.goBack();
    await expect(consumption).toHaveText(before);
    const shown = curve.getByRole('button', { name: 'Consommation', exact: true });
    await expect(shown).toHaveAttribute('aria-pressed', 'true');
    await shown.click();
    await expect(shown).toHaveAttribute('aria-pressed', 'false');
    await expect(curve.getByRole('group', { name: /Autoconsommation/ })).not.toHaveAttribute(
      'aria-label',
      /^Consommation/,
    );
  });

  test('hours: a map of days and hours read by the keys, bars of a mean day, months, all with tables', async ({
    page,
  }) => {
    await open(page, 'ACC00000001', 'dashboard');
    const map = /par heure et par jour/;
    await look(page, card(page, map));
    await card(page, map)
      .getByRole('group', { name: /^Production par heure et par jour, / })
      .focus();
    await page.keyboard.press('ArrowRight');
    await expect(card(page, map).getByRole('status').last()).toContainText(/12\sh – 13\sh\s: [\d,\s]+kWh/);
    await card(page, map).getByRole('combobox', { name: 'Énergie affichée' }).click();
    await page.getByRole('option', { name: 'Consommation', exact: true }).click();
    await expect(card(page, 'Consommation par heure et par jour')).toBeVisible();
    for (const name of ['Bilan mensuel', 'Production par heure'] as const) {
      const region = page.getByRole('region', { name, exact: true });
      await look(page, region);
      await expect(region.getByRole('img')).toHaveAttribute('aria-label', /kWh/);
      await asTable(region);
      await expect(region.getByRole('row').nth(12)).toContainText(/kWh|—/);
    }
  });

  test('flows: keys open the details of an end, and Escape leads back to it', async ({ page }) => {
    await open(page, 'ACC00000001', 'dashboard');
    await look(page, card(page, 'Flux d’énergie'));
    const flows = card(page, 'Flux d’énergie');
    const end = flows.getByRole('button', { name: /^Boulangerie du Château, .*\s: détails$/ });
    await end.focus();
    await page.keyboard.press('Enter');
    const details = card(page, 'Boulangerie du Château');
    await expect(details).toContainText('Taux d’autoproduction');
    await expect(details).toContainText('Réseau (complément)');
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
    await expect(end).toBeFocused();
    await flows.getByRole('combobox', { name: 'Nombre de consommateurs nommés' }).click();
    await page.getByRole('option', { name: '16 premiers sites' }).click();
    await expect(page).toHaveURL(/top=16/);
    await asTable(flows);
    await expect(flows.getByRole('table')).toContainText('Toiture');
  });

  test('what it means: sharing key in words, weather against measures, health of the data', async ({ page }) => {
    await open(page, 'ACC00000001', 'dashboard');
    await look(page, card(page, 'Production attendue et mesurée'));
    await expect(card(page, 'Production attendue et mesurée')).toContainText(/de ce que la météo laissait attendre/);
    await look(page, card(page, 'Santé des données'));
    await expect(card(page, 'Santé des données')).toContainText(/sites?/);
    await expect(card(page, 'Comment l’énergie est partagée')).toContainText(/prorata/);
  });

  test('curves as a file: CSV and workbook with the days on screen', async ({ page }) => {
    await open(page, 'ACC00000001', 'dashboard');
    for (const [kind, first] of [
      ['CSV', '\ufeffDébut;Fin;'],
      ['Excel', 'PK'],
    ] as const) {
      await page.getByRole('button', { name: 'Télécharger les courbes' }).click();
      const coming = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: `${kind}, pas : jour` }).click();
      const file = await (await coming).path();
      expect((await readFile(file, 'utf8')).slice(0, first.length)).toBe(first);
    }
  });

  test('on paper it is two pages, charts from further down included', async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(globalThis, { printed: 0, print: () => Object.assign(globalThis, { printed: 1 }) });
    });
    await open(page, 'ACC00000001', 'dashboard');
    await page.getByRole('button', { name: 'Imprimer' }).click();
    await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'printed'))).toBe(1);
    const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  });

  test('on paper the same, however it is printed', async ({ page }) => {
    await open(page, 'ACC00000001', 'dashboard');
    await expect(page.getByRole('region', { name: 'Répartition par consommateur' })).toBeAttached();
    // Drawn last, once the page rests; its legend is there before.
    const end = card(page, 'Flux d’énergie').getByRole('button', { name: /: détails$/ });
    await expect(end.first()).toBeAttached();
    await expect(page.locator('main .MuiSkeleton-root')).toHaveCount(0);
    const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  });

  test('individual self-consumption: the choice of display adds its figures and its curves', async ({ page }) => {
    await open(page, 'ACC00000004', 'dashboard');
    const tiles = page.getByRole('region', { name: 'Chiffres de la période' });
    await expect(tiles.getByRole('heading', { name: 'Production externe' })).toBeVisible();
    await expect(tiles.getByRole('heading', { name: 'Autoconsommation individuelle' })).toHaveCount(0);
    await press(page.getByRole('button', { name: 'ACI', exact: true }));
    await expect(tiles.getByRole('heading', { name: 'Autoconsommation individuelle' })).toBeVisible();
    const legend = card(page, 'Courbe de charge').getByRole('list', { name: 'Légende' });
    await expect(legend).toContainText('Consommation externe');
    await press(page.getByRole('button', { name: 'ACI détaillée' }));
    await expect(legend).toContainText('Complément réseau');
  });

  test('all of its cards are accessible in light and dark, from 1440 to 320 px', async ({ page }) => {
    test.slow();
    await open(page, 'ACC00000004', 'dashboard?display=ACI_DETAILS');
    await look(page, card(page, 'Santé des données'));
    await look(page, card(page, 'Flux d’énergie'));
    await expectGoodScreen(page);
  });
});
