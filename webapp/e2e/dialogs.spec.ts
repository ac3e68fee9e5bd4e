import type { Locator, Page } from '@playwright/test';
import { type Account, settled, test } from './fixtures.ts';
import { desktop, expectAccessible, expectNoOverflow, phone } from './inspect.ts';
import { pagesOf } from './pages.ts';

/**
 * Every button of every page is pressed: a quarter of an hour, so only with PMO_DIALOGS=1. With
 * PMO_DIALOGS=organizer:53 it is the pages of one person from that number on, with organizer:53-60 no more than these.
 */
const [, whose, from = '1', to] = /^(\w+):(\d+)(?:-(\d+))?$/.exec(process.env.PMO_DIALOGS ?? '') ?? [];
test.skip(!process.env.PMO_DIALOGS, 'presses every button, for a quarter of an hour');
test.describe.configure({ mode: 'parallel' });

/** What a page opens over itself. */
const over = (page: Page) => page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]');

/** What can be pressed to open something: no links, which lead to pages that are looked at themselves. */
const pressable = (within: Locator) => within.locator('button:visible:enabled:not([type=submit])');

const nameOf = (button: Locator) =>
  button.evaluate((one) => one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 50) ?? '');

async function closed(page: Page): Promise<boolean> {
  for (let tries = 0; tries < 3 && (await over(page).count()) > 0; tries++) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(350);
  }
  return (await over(page).count()) === 0;
}

for (const [who, visits] of Object.entries(pagesOf)) {
  test.describe(`${who}:`, () => {
    // What would change something is refused: it is the dialogs that are looked at.
    test.use({ as: who as Account, refusals: [/./] });
    for (const [at, { name, go }] of visits.entries()) {
      if (whose && (whose !== who || at + 1 < Number(from) || at + 1 > Number(to ?? visits.length))) continue;
      test(`what buttons of ${name} open is accessible`, async ({ page }) => {
        test.setTimeout(600_000);
        const seen = new Set<string>();
        await page.route('**/api/**', (route) =>
          route.request().method() === 'GET'
            ? route.continue()
            : route.fulfill({
                status: 409,
                contentType: 'application/problem+json',
                json: { key: 'error.conflict', title: 'Conflict', status: 409 },
              }),
        );
        const begin = async () => {
          await go(page);
          await settled(page);
        };
        await begin();
        const start = page.url();
        const looks = async (what: string) => {
          await page.waitForTimeout(300);
          await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
          await expectAccessible(page, `${what}, light`);
          await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
          await expectAccessible(page, `${what}, dark`);
          await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
          // On a phone it is the same dialog, laid out anew.
          await page.setViewportSize(phone);
          await page.waitForTimeout(300);
          if ((await over(page).count()) > 0) {
            await expectAccessible(page, `${what}, ${phone.width} px`);
            await expectNoOverflow(page);
          }
          await page.setViewportSize(desktop);
          await page.waitForTimeout(150);
        };
        // A page that opens with a sheet over it is behind it: what can be pressed is in the sheet.
        const already = await over(page).count();
        if (already > 0) await looks('what the page opens with');
        const buttons = pressable(already > 0 ? over(page).last() : page.locator('main'));
        const count = Math.min(await buttons.count(), 200);
        for (let at = 0; at < count; at++) {
          const button = buttons.nth(at);
          if (!(await button.isVisible())) continue;
          // Rows have the same buttons each: one of a kind.
          const called = await nameOf(button);
          const kind = called.replace(/(de|du|la|le|l’|d’|pour|:) .*/u, '');
          if (seen.has(kind)) continue;
          seen.add(kind);
          await button.click({ timeout: 5_000 }).catch(() => undefined);
          await page.waitForTimeout(250);
          if ((await over(page).count()) > already) {
            await looks(called);
            const items = page.getByRole('menuitem');
            const entries = await items.count();
            for (let entry = 0; entry < entries; entry++) {
              if ((await items.count()) === 0) {
                await button.click({ timeout: 5_000 }).catch(() => undefined);
                await page.waitForTimeout(250);
              }
              if ((await items.count()) <= entry) break;
              const label = `${called} > ${await items.nth(entry).textContent()}`;
              await items
                .nth(entry)
                .click({ timeout: 5_000 })
                .catch(() => undefined);
              await page.waitForTimeout(400);
              if (page.url() !== start) {
                await begin();
                continue;
              }
              if ((await page.getByRole('dialog').count()) > 0) await looks(label);
              await closed(page);
            }
          }
          if (!(await closed(page)) || already > 0 || page.url() !== start) await begin();
        }
        test.info().annotations.push({ type: 'pressed', description: String(seen.size) });
      });
    }
  });
}
