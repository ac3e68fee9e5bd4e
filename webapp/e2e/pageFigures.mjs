// How long the lists of an operation of 200 sites, 2 000 drafts and 2 000 published invoices take to open in
// Chromium, from the address to the rows: the median of some turns, with the scripts in the browser's cache,
// as after a first visit. `make bench` starts the server; by hand: node e2e/pageFigures.mjs URL FOLDER [LIST]
import { chromium } from '@playwright/test';
import { browser } from './browser.mjs';

const [base, folder, only] = process.argv.slice(2);
const turns = 5;
/** What a list may take, in milliseconds. */
const most = 1000;
/** So many rows are more than a screen has room for: the list is open once they are there. */
const screenful = 25;

/** By name: the address, and how many rows there are, with the head and the line of totals. */
const lists = [
  ['participants', 'edit/participants', 201],
  ['subscriptions', 'billing/subscriptions', 191],
  ['subscriptions as a matrix', 'billing/subscriptions?view=matrix', 190],
  ['issuers', 'billing/subscriptions?tab=issuers', 2],
  ['clients', 'billing/subscriptions?tab=clients', 191],
  ['drafts', 'billing/invoices?tab=drafts', 2002],
  ['published invoices', 'billing/invoices?tab=published', 2002],
  ['bill runs', 'billing/invoices-run', 62],
  ['imports', 'imports', 201],
];

const env = browser(folder);
Object.assign(process.env, env);
const chrome = await chromium.launch({
  executablePath: env.PMO_CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
const context = await chrome.newContext({
  baseURL: base,
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'reduce',
});
await context.request.post('/api/session/login', {
  data: { email: 'organizer@demo.pmo', password: 'demo-pmo-2026' },
});
const operations = await (await context.request.get('/api/operations')).json();
const { id } = operations.find(({ externalId }) => externalId === 'ACC00000002');
const page = await context.newPage();

const rowsOf = () => page.locator('[role=table] [role=row], table tbody tr').count();
const rows = (least) =>
  page.waitForFunction(
    (count) => document.querySelectorAll('[role=table] [role=row], table tbody tr').length >= count,
    least,
    { polling: 'raf', timeout: 20_000 },
  );

/** From the address to a screen full of rows, and to all of them. */
async function open(path, all) {
  const start = performance.now();
  await page.goto(`/pmo/operations/${id}/${path}`, { waitUntil: 'commit' });
  await rows(Math.min(all, screenful));
  const first = performance.now() - start;
  await rows(all);
  return { first, whole: performance.now() - start };
}

const median = (values) => Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]);

for (const [name, path, all] of lists.filter(([name]) => !only || name === only)) {
  try {
    await open(path, all); // scripts and replies that are kept
    const times = [];
    for (let turn = 0; turn < turns; turn++) times.push(await open(path, all));
    const first = median(times.map((one) => one.first));
    const whole = median(times.map((one) => one.whole));
    const slow = first > most ? ', SLOW' : '';
    console.log(`page ${name}: ${first} ms, all ${await rowsOf()} rows after ${whole} ms${slow}`);
  } catch {
    // The other lists are measured all the same.
    console.log(`page ${name}: FAILED, ${await rowsOf()} of ${all} rows are there`);
    process.exitCode = 1;
  }
}
await chrome.close();
