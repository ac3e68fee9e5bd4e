import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';

/** Password of every demo account (decisions 1.5). */
export const demoPassword = 'demo-pmo-2026';

export type Account = 'organizer' | 'organizer-be' | 'participant' | 'observer' | 'admin';
type State = Exclude<BrowserContextOptions['storageState'], string | undefined>;

interface Options {
  /** Who is signed in when the test begins; nobody when absent. Each worker signs in once. */
  as: Account | undefined;
  /** Replies of the server, "status path", that a test provokes and the browser notes as errors. */
  refusals: RegExp[];
}

/**
 * The question "who am I" of a visitor is answered by a 401, which is no fault: the session is
 * asked for first, and its 401 is what leads to the sign-in page (decisions 6.5).
 */
const always = /^401 \/api\/session$/;

export const test = base.extend<
  Options & { cleanConsole: undefined },
  { sessions: (account: Account) => Promise<State> }
>({
  as: [undefined, { option: true }],
  refusals: [[], { option: true }],
  sessions: [
    async ({ playwright }, use) => {
      const known = new Map<Account, State>();
      await use(async (account) => {
        const state = known.get(account) ?? (await sessionOf(playwright.request, account));
        known.set(account, state);
        return state;
      });
    },
    { scope: 'worker' },
  ],
  storageState: async ({ as, sessions }, use) => {
    await use(as && (await sessions(as)));
  },
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

async function sessionOf(requests: typeof import('@playwright/test').request, account: Account): Promise<State> {
  const context = await requests.newContext({
    baseURL: process.env.PMO_E2E_URL ?? '',
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

/** The page is drawn: its heading is there and nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  // A dialog hides the page behind it from assistive technology, heading included.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
  await expect(page.getByText('Chargement…')).toHaveCount(0);
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

export { expect };
