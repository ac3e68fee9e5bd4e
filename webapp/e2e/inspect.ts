import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect, test } from './fixtures.ts';

export const desktop = { width: 1440, height: 900 };
const laptop = { width: 1280, height: 800 };
const tablet = { width: 1024, height: 900 };
const upright = { width: 768, height: 1024 };
export const phone = { width: 390, height: 844 };
/** The narrowest screen that a page must fit without scrolling sideways (WCAG 1.4.10). */
const narrowest = { width: 320, height: 640 };

/** WCAG 2.2, levels A and AA. */
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What can only differ between light and dark. */
const colours = ['color-contrast', 'link-in-text-block'];

/**
 * What is on screen now is accessible in light and dark, on a desktop and on a phone, has whole tables and
 * texts, and fits a narrow screen. Structure is the same in both colours: there only the contrast is looked at.
 */
export async function expectGoodScreen(page: Page): Promise<void> {
  await withoutNotices(page);
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size);
    // What lies half under the bar at the top is reached by scrolling.
    await page.evaluate(() => window.scrollTo(0, 0));
    await show(page, 'light');
    await expectAccessible(page, `light, ${size.width} px`);
    await show(page, 'dark');
    await expectAccessible(page, `dark, ${size.width} px`, { ...breaches, runOnly: colours });
  }
  for (const size of [phone, upright, tablet, laptop, desktop]) {
    await page.setViewportSize(size);
    await still(page);
    await expectNoOverflow(page);
    await expectWholeHeads(page);
    await expectRoomForTables(page);
    await expectWholeWords(page);
    await expectNothingCutBesideRoom(page);
    await expectSentencesWellSet(page);
  }
  await page.setViewportSize(narrowest);
  await expectNoOverflow(page);
  await expectWholeWords(page);
  await page.setViewportSize(desktop);
  await show(page, 'light');
}

/** Breaches alone in the answer: many times faster. */
const breaches = { resultTypes: ['violations' as const] };
/** With the rule that what is heard begins with what is seen (WCAG 2.5.3), which axe runs only when told to. */
const allRules = {
  ...breaches,
  runOnly: { type: 'tag' as const, values: standard },
  rules: { 'label-content-name-mismatch': { enabled: true } },
};

/** What looks for breaches, as a program for the page. */
const inspector = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What is broken on what is on screen. The inspector is brought into a page once: it takes longer to come than to look. */
async function breachesOn(page: Page, options: axe.RunOptions): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(inspector);
  return page.evaluate(async (asked) => {
    const { axe: inside } = globalThis as unknown as { axe: typeof axe };
    return (await inside.run(document, asked)).violations;
  }, options);
}

/** No rule of the standard is broken on what is on screen, once it has come: what fades in has too little contrast. */
export async function expectAccessible(
  page: Page,
  how = 'as it is',
  options: axe.RunOptions = allRules,
): Promise<void> {
  await still(page);
  const violations = await breachesOn(page, options);
  const found = violations.map(({ id, impact, nodes }) => {
    const where = nodes.map((node) => `\n  ${node.html}\n    ${node.failureSummary}`);
    return `${id} (${impact})${where.join('')}`;
  });
  expect.soft(found, `${new URL(page.url()).pathname}, ${how}`).toEqual([]);
}

/** Notices lie over what is below for some seconds; they are no part of the screen. */
async function withoutNotices(page: Page): Promise<void> {
  const notices = page.getByRole('region', { name: 'Notifications' }).getByRole('button');
  await expect(notices)
    .toHaveCount(0, { timeout: 12_000 })
    .catch(() => undefined);
}

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await still(page);
}

/** Colours and places no longer change; what never rests is looked at as it is. */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const moving = () =>
      document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running');
    const until = performance.now() + 5000;
    // A transition begins a frame after what it changes.
    await frame();
    await frame();
    while (moving() && performance.now() < until) await frame();
  });
}

/** Nothing sticks out at the right of the screen (RGAA 10.11). */
export async function expectNoOverflow(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  await expect.soft
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: `${new URL(page.url()).pathname} at ${width} px is wider than the screen`,
    })
    .toBeLessThanOrEqual(0);
}

/**
 * No text ends in an ellipsis while there is room beside it: in the line or grid that it stands in,
 * what the others leave free would do.
 */
export async function expectNothingCutBesideRoom(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  await expect.soft
    .poll(() => page.evaluate(cutBesideRoom), {
      message: `${new URL(page.url()).pathname} at ${width} px cuts texts`,
    })
    .toEqual([]);
}

/** Texts that are cut although their line has room for them; runs in the page. */
function cutBesideRoom(): string[] {
  const faults: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('main *, [role=dialog] *')) {
    const lacking = element.scrollWidth - element.clientWidth;
    if (lacking <= 1 || !element.checkVisibility() || element.clientWidth <= 1) continue;
    const style = getComputedStyle(element);
    if (style.textOverflow !== 'ellipsis' || style.overflowX === 'visible') continue;
    if ((element.textContent ?? '').trim() === '') continue;
    // The nearest line or grid that has more than this in it.
    let inner = element;
    let line = element.parentElement;
    while (line && line.children.length < 2) {
      inner = line;
      line = line.parentElement;
    }
    if (!line || !/^(inline-)?(flex|grid)$/.test(getComputedStyle(line).display)) continue;
    if (getComputedStyle(line).flexDirection.startsWith('column')) continue;
    const own = inner.getBoundingClientRect();
    const area = line.getBoundingClientRect();
    const beside = [...line.children]
      .map((child) => child.getBoundingClientRect())
      .filter((box) => box.width > 0 && box.bottom > own.top + 1 && box.top < own.bottom - 1)
      .sort((a, b) => a.left - b.left);
    const next = beside.find((box) => box.left >= own.right - 1);
    const padding = Number.parseFloat(getComputedStyle(line).paddingRight) || 0;
    const free = (next ? next.left : area.right - padding) - own.right;
    if (free > lacking + 24)
      faults.push(`${element.textContent?.trim().slice(0, 60)} lacks ${lacking} px beside ${Math.round(free)}`);
  }
  return [...new Set(faults)];
}

/** No word is broken into two lines, but where it has a hyphen. */
export async function expectWholeWords(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  await expect.soft
    .poll(() => page.evaluate(brokenWords), { message: `words on ${new URL(page.url()).pathname} at ${width} px` })
    .toEqual([]);
}

/** Words that begin in one line and end in another; runs in the page. Codes and addresses are no words. */
function brokenWords(): string[] {
  const faults: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const around = text.parentElement;
    // What is for screen readers only is clipped to a dot.
    if (!around?.checkVisibility() || around.clientWidth === 1 || text.data.length < 4) continue;
    range.selectNodeContents(text);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    if (lines.size < 2) continue;
    for (const word of text.data.matchAll(/(?<![^\s([«’'-])\p{L}{4,24}(?=[\s)\],.;:!?»’'-]|$)/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const [first, ...others] = [...range.getClientRects()].map(({ top, height }) => ({ top, height }));
      if (first && others.some(({ top }) => top > first.top + first.height / 2)) faults.push(word[0]);
    }
  }
  return [...new Set(faults)];
}

/** Heads of tables are whole, and none stands over another. */
export async function expectWholeHeads(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  await expect.soft
    .poll(() => page.evaluate(faultsOfHeads), { message: `heads on ${new URL(page.url()).pathname} at ${width} px` })
    .toEqual([]);
}

/** Heads that stand over another, and that are cut; runs in the page. */
function faultsOfHeads(): string[] {
  const faults: string[] = [];
  const seen: { head: Element; text: string; box: DOMRect }[] = [];
  for (const head of document.querySelectorAll('[role=columnheader], thead th')) {
    // What a sheet covers is out of reach until it is closed.
    if (!head.checkVisibility() || head.closest('[aria-hidden=true]')) continue;
    if (head.scrollWidth > head.clientWidth + 1) faults.push(`cut: ${head.textContent}`);
    const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      // What is for screen readers only is clipped to a dot.
      if ((texts.currentNode.parentElement?.clientWidth ?? 9) === 1) continue;
      const [box, text] = [range.getBoundingClientRect(), texts.currentNode.textContent ?? ''];
      for (const other of seen) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (other.head !== head && across > 1 && down > 1) faults.push(`one over another: ${other.text}, ${text}`);
      }
      seen.push({ head, text, box });
    }
  }
  return faults;
}

/**
 * No list is wider than its room, so that none of its columns is out of sight at first. A matrix, whose columns are
 * as many as there are producers, keeps its first ones in sight and scrolls; so does what a reader chose.
 */
export async function expectRoomForTables(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  await expect.soft
    .poll(() => page.evaluate(tablesBeyondRoom), { message: `lists on ${new URL(page.url()).pathname} at ${width} px` })
    .toEqual([]);
}

/** Lists that scroll sideways, with the pixels that they lack; runs in the page. */
function tablesBeyondRoom(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[role=table], table')].flatMap((table) => {
    let room = table.parentElement;
    while (room && !/auto|scroll/.test(getComputedStyle(room).overflowX)) room = room.parentElement;
    if (!room || !table.checkVisibility()) return [];
    if (room.querySelector('tbody th[scope=row]') || 'chosen' in room.dataset) return [];
    const lacking = room.scrollWidth - room.clientWidth;
    return lacking > 1 ? [`${table.getAttribute('aria-label') ?? table.className}: ${lacking} px`] : [];
  });
}

/** What is on screen, at a desk and on a phone; the pictures lie beside the results. */
export async function pictures(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('alert').first().scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath(`${name}-${width}.png`) });
  }
}

/** No sign stands alone on the line after its sentence, and no hyphen of a word is as wide as a digit. */
async function expectSentencesWellSet(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  await expect.soft
    .poll(() => page.evaluate(badlySet), {
      message: `${new URL(page.url()).pathname} at ${width} px sets sentences badly`,
    })
    .toEqual([]);
}

/** Sentences whose sign or hyphens are out of place; runs in the page. */
function badlySet(): string[] {
  const faults: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const host = text.parentElement;
    const said = text.nodeValue?.trim() ?? '';
    if (!host || said === '' || !host.checkVisibility()) continue;
    const style = getComputedStyle(host);
    if (/\p{L}-\p{L}/u.test(said) && style.fontVariantNumeric.includes('tabular-nums'))
      faults.push(`${said} has wide hyphens`);
    if (!/^(block|inline|list-item)$/.test(style.display)) continue;
    const next = text.nextSibling instanceof Element ? text.nextSibling : undefined;
    const sign = next?.matches('button') ? next : next?.querySelector('button');
    if (!sign || sign.textContent?.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const last = [...range.getClientRects()].at(-1);
    if (last && sign.getBoundingClientRect().top >= last.bottom)
      faults.push(`the sign of ${said} is alone on its line`);
  }
  return [...new Set(faults)];
}
