import type { APIRequestContext, Page } from '@playwright/test';
import { billedOperation, curvesOf, finished } from './billedOperation.ts';
import { type Account, expect, open, operationOf, read, settled, test } from './fixtures.ts';
import { answer } from './ownOperation.ts';
import { type Route, routes } from './routes.ts';

const kB = 1024;
/** Of the server, whatever they bring: page, scripts, styles, font and replies. */
const mostRequests = 30;

interface Weight {
  scripts: number;
  requests: string[];
  fonts: string[];
  foreign: string[];
}

/** What a browser that holds nothing yet receives, compressed, until the page rests. */
async function weigh(page: Page, go: () => Promise<unknown>): Promise<Weight> {
  const origin = new URL(process.env.PMO_E2E_URL ?? '').origin;
  const scripts: Promise<number>[] = [];
  const requests: string[] = [];
  const fonts: string[] = [];
  const foreign: string[] = [];
  page.on('requestfinished', (request) => {
    const { pathname, origin: from } = new URL(request.url());
    if (request.url().startsWith('data:') || request.url().startsWith('blob:')) return;
    requests.push(pathname);
    if (from !== origin) foreign.push(from);
    if (request.resourceType() === 'font') fonts.push(pathname);
    if (request.resourceType() === 'script') scripts.push(request.sizes().then((size) => size.responseBodySize));
  });
  await go();
  await settled(page);
  await page.waitForLoadState('networkidle');
  return { scripts: (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0), requests, fonts, foreign };
}

/** Calls of the API in the name of somebody. */
type Requests = (account: Account) => Promise<APIRequestContext>;

interface Visit {
  name: string;
  as: Account | undefined;
  go: (page: Page, requests: Requests) => Promise<unknown>;
  /** As on a desk, where a page that rests also draws what is further down. */
  whole?: boolean;
  /** Most kB of scripts of a first visit, fonts apart. */
  most: number;
  /** Absent: as many as every page may have. */
  mostRequests?: number;
}

/** The address of a route in an operation of the demo. */
async function addressOf(page: Page, { route, at, of = 'ACC00000001', list, field = 'id' }: Route): Promise<string> {
  let path = at ?? route;
  if (!path.includes(':operationId')) return path;
  const operation = await operationOf(page, of);
  path = path.replace(':operationId', operation.id);
  if (list) {
    const [one] = await read<Record<string, string>[]>(page, `/operations/${operation.id}/${list}`);
    expect(one, `the demo has something in ${list}`).toBeDefined();
    path = path.replace(':id', one?.[field] ?? '');
  }
  if (path.includes(':producerId')) {
    const { producers } = operation as unknown as { producers: { id: string }[] };
    path = path.replace(':producerId', producers[0]?.id ?? '');
  }
  return path.replace(':month', new Date(Date.now() - 32 * 86_400_000).toISOString().slice(0, 7));
}

/** The page of an import into an operation of its own: the demo has its curves without one. */
async function newImport(requests: Requests): Promise<string> {
  const organizer = await requests('organizer');
  const operation = await billedOperation(await requests('admin'), organizer);
  const imports = `/api/operations/${operation.id}/measurements/imports`;
  const multipart = { files: curvesOf(operation) };
  await finished(organizer, await answer<{ id: string }>(organizer.post(imports, { multipart })));
  const [newest] = await answer<{ id: string }[]>(organizer.get(`${imports}?limit=1`));
  return `/pmo/operations/${operation.id}/imports/${newest?.id}`;
}

const ofRoutes: Visit[] = routes.map((line) => ({
  name: `${line.route}${line.as ? ` of ${line.as}` : ''}`,
  as: line.as as Account | undefined,
  go: async (page, requests) =>
    page.goto(line.list === 'measurements/imports' ? await newImport(requests) : await addressOf(page, line)),
  most: line.most,
}));

const further: Visit[] = [
  {
    name: 'the dashboard with all its charts',
    as: 'organizer',
    whole: true,
    go: async (page) => {
      await open(page, 'ACC00000001', 'dashboard');
      const flows = page.getByRole('region', { name: 'Flux d’énergie' });
      await expect(flows.getByRole('button', { name: /: détails$/ }).first()).toBeAttached();
    },
    most: 460,
    mostRequests: 42,
  },
  {
    name: 'a list of the back-office',
    as: 'admin',
    go: (page) => page.goto('/admin/operations'),
    most: 400,
  },
];

for (const { name, as, go, most, whole = false, mostRequests: requested = mostRequests } of [...ofRoutes, ...further]) {
  test.describe('a first visit:', () => {
    // On a narrow screen nothing is drawn but what is looked at, however long the page is looked at.
    test.use({ as, viewport: { width: whole ? 1440 : 860, height: 900 } });
    test(`${name} brings at most ${most} kB of scripts in ${requested} requests, one font and nothing from elsewhere`, async ({
      page,
      requests: calls,
    }) => {
      const { scripts, requests, fonts, foreign } = await weigh(page, () => go(page, calls));
      test.info().annotations.push({ type: 'kB', description: String(Math.round(scripts / kB)) });
      if (process.env.PMO_WEIGHTS) console.log(`${name}: ${Math.round(scripts / kB)} kB, ${requests.length} requests`);
      expect(scripts).toBeGreaterThan(50 * kB);
      expect.soft(scripts / kB, 'kB of scripts').toBeLessThanOrEqual(most);
      expect.soft(requests.length, requests.join('\n')).toBeLessThanOrEqual(requested);
      expect(new Set(fonts).size).toBeLessThanOrEqual(1);
      expect(foreign).toEqual([]);
    });
  });
}
