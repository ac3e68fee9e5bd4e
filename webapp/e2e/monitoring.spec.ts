import type { Page } from '@playwright/test';
import { expect, look, open, read, test } from './fixtures.ts';

/** What goes wrong in the demo on any day (demo_troubles.go), and what the dashboard makes of it. */

interface Health {
  healthySites: number;
  sites: { name: string; problems: { kind: string; ranges: { from: string; to: string }[] }[] }[];
}

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

const shown = (page: Page) => new URL(page.url()).searchParams;

test.describe('an organizer in the morning', () => {
  test.use({ as: 'organizer' });

  test('reads in one line what is wrong, and goes to the sites that have a problem, and only these', async ({
    page,
  }) => {
    const { id } = await open(page, 'ACC00000004', 'dashboard');
    await expect(page.getByRole('status').filter({ hasText: /mesures manquantes \(2\)/ })).toBeVisible();
    await page.getByRole('button', { name: 'Voir le détail' }).click();
    const health = card(page, 'Santé des données');
    await expect(health).toBeFocused();
    await expect(health).toBeInViewport();
    const { sites, healthySites } = await read<Health>(
      page,
      `/operations/${id}/measurements/health?${await period(page, id)}`,
    );
    expect(sites.length).toBeGreaterThanOrEqual(2);
    expect(healthySites).toBe(15 - sites.length);
    for (const { name } of sites) await expect(health).toContainText(name);
    await expect(health).toContainText(/Pharmacie Centrale.*silencieux depuis le/);
    await expect(health).not.toContainText('Famille Martin');
  });

  test('sees a gap as a gap: marked on the curve, no month in the balance, rates of known days', async ({ page }) => {
    const { id } = await open(page, 'ACC00000004', 'dashboard');
    await expect(card(page, 'Chiffres de la période')).toContainText(/Mesures manquantes sur \d+ jours?\s:/);
    await expect(card(page, 'Courbe de charge').getByRole('list', { name: 'Légende' })).toContainText('Manquant');
    const metrics = await read<{
      missingDays: number;
      sharingRate: number;
      production: { energyMilliWh: number };
      autoConsumption: { energyMilliWh: number };
    }>(page, `/operations/${id}/measurements/metrics?${await period(page, id)}&scope=Global`);
    expect(metrics.missingDays).toBeGreaterThan(0);
    const ofAll = metrics.autoConsumption.energyMilliWh / metrics.production.energyMilliWh;
    expect(metrics.sharingRate).toBeGreaterThan(ofAll + 0.001);
    await look(page, card(page, 'Bilan mensuel'));
    await expect(card(page, 'Bilan mensuel')).toContainText(/Incomplet, non additionné\s: \p{L}+/u);
  });

  test('compares ours with what the operator applied otherwise', async ({ page }) => {
    await open(page, 'ACC00000001', 'dashboard');
    await look(page, card(page, 'Santé des données'));
    const health = card(page, 'Santé des données');
    const compare = health.getByRole('link', { name: /^Comparer\s: École Jules-Ferry/ });
    await expect(compare).toBeVisible();
    await compare.click();
    await expect(page).toHaveURL(/productionDistribution\?tab=drift/);
    expect(shown(page).get('from')).toMatch(/^\d{4}-/);
    const drift = page.getByRole('region', { name: 'Sites dont notre calcul s’écarte', exact: true }).first();
    await expect(drift).toContainText('École Jules-Ferry');
    await expect(drift).toContainText('Gymnase des Cotterêts');
    await expect(drift).toContainText('À vérifier');
  });
});

/** The last month of data, as the page opens with it. */
async function period(page: Page, id: string): Promise<string> {
  const { uploadedData } = await read<{ uploadedData: { to: string }[] }>(
    page,
    `/operations/${id}/measurements/date-ranges`,
  );
  const to = uploadedData.at(-1)?.to ?? '';
  // The day after, a month earlier, or the last day of that month where it has no such day.
  const from = new Date(Date.parse(to) + 86_400_000);
  const day = from.getUTCDate();
  from.setUTCMonth(from.getUTCMonth() - 1);
  if (from.getUTCDate() !== day) from.setUTCDate(0);
  return `dateFrom=${from.toISOString().slice(0, 10)}&dateTo=${to}`;
}
