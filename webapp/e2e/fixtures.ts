import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

/** Password of every demo account (decisions 1.5). */
export const demoPassword = 'demo-pmo-2026';

/** A refused login and the question "who am I" of a visitor are answers, not faults. */
const expected = /\/api\/(session|session\/login|users\/update-pw-with-old)$/;

/** Every test fails on an error in the console, which is also where a broken content policy shows. */
export const test = base.extend<{ cleanConsole: undefined }>({
  cleanConsole: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() !== 'error') return;
        if (message.text().includes('401') && expected.test(message.location().url)) return;
        faults.push(`${message.text()} (${message.location().url})`);
      });
      await use(undefined);
      expect(faults, 'console').toEqual([]);
    },
    { auto: true },
  ],
});

/** Signs in by the form and waits for what comes next. */
export async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login');
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

/** WCAG 2.2 A and AA by axe, colours included. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join('\n  ')}`);
  expect(found, page.url()).toEqual([]);
}

/** Nothing sticks out at the right of the screen (RGAA 10.11). */
export async function expectNoOverflow(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beyond, `${page.url()} is too wide`).toBeLessThanOrEqual(0);
}

/** The page is drawn: its heading is there and nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Chargement…')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

export { expect };
