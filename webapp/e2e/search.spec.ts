import { expect, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';

test.describe('the search over everything', () => {
  test.use({ as: 'organizer' });

  test('finds a site, an invoice and a page by keyboard only', async ({ page }) => {
    await page.goto('/pmo');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Rechercher partout' });
    await expect(field).toBeFocused();
    await field.fill('boulangerie');
    const site = page.getByRole('option', { name: /Boulangerie/ }).first();
    await expect(site).toBeVisible();
    await expectGoodScreen(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/sites\//);
    await expect(page.getByRole('heading', { level: 1, name: /Boulangerie/ })).toBeVisible();
    await page.keyboard.press('Control+k');
    await field.fill('factures');
    await expect(page.getByRole('option', { name: /^Factures éditées/ })).toBeVisible();
    await field.fill('zzzz');
    await expect(page.getByText('Rien de ce que vous pouvez voir ne correspond')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
  });

  test('opens for whoever presses the keys at the very moment the page is there', async ({ page }) => {
    await page.addInitScript(() => {
      const pressed = new MutationObserver(() => {
        if (!document.querySelector('h1')) return;
        pressed.disconnect();
        window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
      });
      pressed.observe(document, { childList: true, subtree: true });
    });
    await page.goto('/pmo');
    await expect(page.getByRole('combobox', { name: 'Rechercher partout' })).toBeFocused();
  });
});

test.describe('the search of a participant', () => {
  test.use({ as: 'participant', viewport: { width: 390, height: 844 } });

  test('finds its own sites and nobody else’s', async ({ page }) => {
    await page.goto('/pmo');
    await page.getByRole('button', { name: /^Rechercher/ }).click();
    const field = page.getByRole('combobox', { name: 'Rechercher partout' });
    await field.fill('école');
    await expect(page.getByText('Rien de ce que vous pouvez voir ne correspond')).toBeVisible();
  });
});
