import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type APIRequestContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test';
import { startServer } from './server.mjs';

/** Password of every demo account (README.md). */
export const demoPassword = 'demo-pmo-2026';

export type Account = 'organizer' | 'organizer-be' | 'participant' | 'observer' | 'admin';
type State = Exclude<BrowserContextOptions['storageState'], string | undefined>;

interface Options {
  /** Who is signed in when the test begins; nobody when absent. Each worker signs in once. */
  as: Account | undefined;
  /** Replies of the server, "status path", that a test provokes and the browser notes as errors. */
  refusals: RegExp[];
  /** The test uses up what the demo has once: its second try is on a server of its own, with a fresh demo. */
  once: boolean;
}

/** The server that all tests share. */
const shared = process.env.PMO_E2E_URL ?? '';

/**
 * The question "who am I" of a visitor is answered by a 401, which is no fault: the session is
 * asked for first, and its 401 is what leads to the sign-in page (specification section 4).
 */
const always = /^401 \/api\/session$/;

/** How many times slower the browser is made: what depends on being fast shows then. */
const slower = Number(process.env.PMO_E2E_SLOW ?? 1);

export const test = base.extend<
  Options & { cleanConsole: undefined; pace: undefined; requests: (account: Account) => Promise<APIRequestContext> },
  { sessions: (account: Account, at?: string) => Promise<State> }
>({
  as: [undefined, { option: true }],
  refusals: [[], { option: true }],
  once: [false, { option: true }],
  baseURL: [
    async ({ once }, use, { retry }) => {
      if (!once || retry === 0) return use(shared);
      const folder = mkdtempSync(join(tmpdir(), 'pmo-e2e-again-'));
      const server = await startServer(folder);
      try {
        await server.ready();
        await use(server.url);
      } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { scope: 'test', timeout: 300_000 },
  ],
  sessions: [
    async ({ playwright }, use) => {
      const known = new Map<string, State>();
      await use(async (account, at = shared) => {
        const key = `${account} ${at}`;
        const state = known.get(key) ?? (await sessionOf(playwright.request, account, at));
        known.set(key, state);
        return state;
      });
    },
    { scope: 'worker' },
  ],
  storageState: async ({ as, sessions, baseURL }, use) => {
    await use(as && (await sessions(as, baseURL)));
  },
  /** Calls of the API in the name of somebody. */
  requests: async ({ playwright, sessions, baseURL }, use) => {
    const made: APIRequestContext[] = [];
    await use(async (account) => {
      const options = { baseURL: baseURL ?? '', storageState: await sessions(account, baseURL) };
      const context = await playwright.request.newContext(options);
      made.push(context);
      return context;
    });
    for (const context of made) await context.dispose();
  },
  /** What the page waits for is known to `settled`, and the browser is as slow as was asked. */
  pace: [
    async ({ page }, use) => {
      const open = new Set<Request>();
      waiting.set(page, open);
      page.on('request', (request) => {
        if (request.isNavigationRequest()) open.clear(); // another page asks anew
        if (['fetch', 'xhr', 'script'].includes(request.resourceType())) open.add(request);
      });
      page.on('requestfinished', (request) => open.delete(request));
      page.on('requestfailed', (request) => open.delete(request));
      if (slower > 1) {
        const devtools = await page.context().newCDPSession(page);
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
      }
      await use(undefined);
    },
    { auto: true },
  ],
  /** Every test fails on an error in the console, which is also where a broken content policy shows. */
  cleanConsole: [
    async ({ page, refusals }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() !== 'error') return;
        const { url } = message.location();
        const status = /status of (\d+)/.exec(message.text())?.[1];
        const reply = status && URL.canParse(url) ? `${status} ${new URL(url).pathname}` : '';
        if ([always, ...refusals].some((refusal) => refusal.test(reply))) return;
        faults.push(`${message.text()} (${url})`);
      });
      await use(undefined);
      expect(faults, 'console').toEqual([]);
    },
    { auto: true },
  ],
});

/** Requests of each page that are not answered yet. */
const waiting = new WeakMap<Page, Set<Request>>();

async function sessionOf(
  requests: typeof import('@playwright/test').request,
  account: Account,
  baseURL: string,
): Promise<State> {
  const context = await requests.newContext({
    baseURL,
    // Not the session of the test that happens to ask: a sign-in ends the one it comes with.
    storageState: { cookies: [], origins: [] },
  });
  const data = { email: `${account}@demo.pmo`, password: demoPassword };
  const reply = await context.post('/api/session/login', { data });
  expect(reply.ok(), `sign-in of ${account}`).toBe(true);
  const state = await context.storageState();
  await context.dispose();
  return state;
}

/** Signs in by the form. */
export async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login');
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

/** What the server answers to the person of the page. */
export async function read<T>(page: Page, path: string): Promise<T> {
  const reply = await page.request.get(`/api${path}`);
  expect(reply.status(), path).toBe(200);
  return reply.json();
}

export interface Operation {
  id: string;
  externalId: string;
  name: string;
}

/** An operation of the demo: ACC00000001 has bill runs, ACC00000002 has none, ACC00000003 has the old engine. */
export async function operationOf(page: Page, externalId: string): Promise<Operation> {
  const found = (await read<Operation[]>(page, '/operations')).find((one) => one.externalId === externalId);
  if (!found) throw new Error(`the demo has no ${externalId}`);
  return found;
}

/** Opens a page of an operation by its address. */
export async function open(page: Page, externalId: string, path: string): Promise<Operation> {
  const operation = await operationOf(page, externalId);
  await page.goto(`/pmo/operations/${operation.id}/${path}`);
  await settled(page);
  return operation;
}

/**
 * The page is drawn: its heading is there, nothing is asked or loading, and this has held for a
 * moment. One look is not enough: between two steps of loading nothing loads either.
 */
export async function settled(page: Page): Promise<void> {
  // A dialog hides the page behind it from assistive technology, heading included.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const loading = page.getByText('Chargement…').or(page.locator('.MuiSkeleton-root'));
  let calm = 0;
  const looks = async () => {
    const busy = (waiting.get(page)?.size ?? 0) > 0 || (await loading.count()) > 0;
    calm = busy ? 0 : calm + 1;
    return calm;
  };
  await expect.poll(looks, { message: 'the page is still loading', intervals: [80] }).toBeGreaterThanOrEqual(4);
}

/**
 * Presses a button that stays pressed until it is. What is drawn late may move a button between
 * the press and the release; then it got no click.
 */
export async function press(button: Locator): Promise<void> {
  await expect(async () => {
    if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click({ timeout: 10_000 * slower });
    await expect(button).toHaveAttribute('aria-pressed', 'true', { timeout: 3_000 * slower });
  }).toPass();
}

/** Shows the figures of a card as a table. */
export const asTable = (card: Locator): Promise<void> =>
  press(card.getByRole('button', { name: 'Tableau', exact: true }));

/** Brings a card that is drawn only near the screen into view. */
export async function look(page: Page, card: Locator): Promise<void> {
  await expect(async () => {
    if (!(await card.isVisible())) await page.mouse.wheel(0, 500);
    await expect(card).toBeVisible({ timeout: 500 });
  }).toPass();
  await card.scrollIntoViewIfNeeded();
  await settled(page);
}

/** Where an element stands once it stands still. */
export async function boxOf(element: Locator): Promise<Box> {
  let last = '';
  let box: Box | null = null;
  const still = async () => {
    const before = last;
    box = await element.boundingBox();
    last = JSON.stringify(box);
    return box !== null && last === before;
  };
  await expect.poll(still, { message: 'it moves, or is not drawn', intervals: [100] }).toBe(true);
  if (!box) throw new Error('it is not drawn');
  return box;
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** So many digits that no earlier test, nor the same one before, has used: a test can be repeated on its server. */
export const digits = (count: number): string => String(randomInt(10 ** count)).padStart(count, '0');

/** A day of Paris, counted from today. */
export function civilDay(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('fr-CA', { timeZone: 'Europe/Paris' }).format(at);
}

export { expect };
