import type { Page } from '@playwright/test';
import { type Account, expect, settled, test } from './fixtures.ts';
import { pagesOf } from './pages.ts';

/** As large as a finger (WCAG 2.5.5). */
const least = 44;

/**
 * What is pressed and is smaller than a finger; links within a sentence are as high as its lines. Runs in
 * the page.
 */
const tooSmall = (page: Page) =>
  page.evaluate((size) => {
    const pressed =
      'a[href], button, select, summary, [role=button], [role=tab], [role=menuitem], [role=checkbox], [role=switch], input:not([type=hidden])';
    const faults: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(pressed)) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[aria-hidden=true]')) continue;
      if ((element as HTMLButtonElement).disabled || getComputedStyle(element).display === 'inline') continue;
      // A box and its words are pressed together; a field is pressed in its frame.
      const target =
        element.closest('label') ??
        element.closest('.MuiInputBase-root') ??
        element.closest('.MuiSlider-root') ??
        element;
      const { width, height, right, bottom } = target.getBoundingClientRect();
      // What is only there for the keyboard waits outside the screen.
      if (width <= 1 || height <= 1 || right <= 0 || bottom + scrollY <= 0) continue;
      if (Math.round(width) >= size && Math.round(height) >= size) continue;
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
      faults.push(`${element.tagName.toLowerCase()} "${name}" ${Math.round(width)} × ${Math.round(height)}`);
    }
    return [...new Set(faults)];
  }, least);

// No page changes anything: they are shared out among the workers.
test.describe.configure({ mode: 'parallel' });

for (const who of ['organizer', 'participant'] as const satisfies readonly Account[]) {
  test.describe(`${who}:`, () => {
    test.use({ as: who, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    test('what is pressed on a touch screen is as large as a finger', async ({ page }) => {
      test.setTimeout(600_000);
      for (const { name, go } of pagesOf[who]) {
        await go(page);
        await settled(page);
        expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
        await expect.soft.poll(() => tooSmall(page), { message: name }).toEqual([]);
      }
    });
  });
}
