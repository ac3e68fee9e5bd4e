import { readFile } from 'node:fs/promises';
import { expect, open, read, settled, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';

interface Month {
  month: string;
  needed: boolean;
  current?: { id: string; status: string; files: { name: string }[] };
}

const path = 'edit/production';

test.use({ as: 'organizer' });

test.describe('the coefficients of a month', () => {
  // What the operator applied stays applied: the month of the demo that waits is there once.
  test.use({ once: true });

  test('are sent, refused, made anew, sent, acknowledged and applied', async ({ page }) => {
    const { id } = await open(page, 'ACC00000001', `${path}?tab=sending`);
    const months = () => read<Month[]>(page, `/operations/${id}/energy-allocation/coefficients?${lastTwelveMonths()}`);
    const month = (await months()).find(({ current }) => current?.status === 'PREPARED');
    expect(month, 'a month of the demo that is made and not sent').toBeDefined();
    const statusOf = async () => (await months()).find((one) => one.month === month?.month)?.current?.status;
    await page.goto(`/pmo/operations/${id}/${path}?tab=sending&month=${month?.month}`);
    await settled(page);
    await expectGoodScreen(page);

    const name = month?.current?.files[0]?.name ?? '';
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: `Télécharger ${name}` }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe(name);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toMatch(/^Horodate;/);

    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Relire un fichier' }).click();
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByRole('button', { name: 'Comparer' }).click();
    await expect(dialog.getByText(/^Identique aux coefficients calculés/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Fermer' }).click();

    const record = async (button: string, status: string) => {
      await page.getByRole('button', { name: button }).click();
      await dialog.getByLabel(/^(Note|Motif du refus)$/).fill('par le portail');
      await dialog.getByRole('button', { name: button }).click();
      await expect(dialog).toBeHidden();
      await expect.poll(statusOf).toBe(status);
    };
    await record('Noter l’envoi', 'SENT');
    await record('Noter un refus', 'REFUSED');
    await page.getByRole('button', { name: 'Calculer de nouveau' }).click();
    await expect.poll(statusOf).toBe('PREPARED');
    await record('Noter l’envoi', 'SENT');
    await record('Noter l’accusé de réception', 'ACKNOWLEDGED');
    await record('Noter l’application', 'APPLIED');
    await expect(page.getByRole('list', { name: 'Étapes de l’envoi' })).toContainText('« par le portail »');
  });
});

/** As the page asks for them. */
function lastTwelveMonths(): string {
  const now = new Date();
  const day = (monthsFromNow: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsFromNow, date)).toISOString().slice(0, 10);
  return `dateFrom=${day(-11, 1)}&dateTo=${day(1, 0)}`;
}
