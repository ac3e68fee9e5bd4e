// How long the lists of an operation of 200 sites and 2 000 drafts take to open in Chromium, from the
// address to the rows: the median of some turns, with the scripts in the browser's cache, as after a
// first visit. `make bench` starts the server; by hand: node e2e/pageFigures.mjs URL FOLDER
import { chromium } from '@playwright/test';
import { browser } from './browser.mjs';

const [base, folder] = process.argv.slice(2);
const turns = 5;
/** What a list may take, in milliseconds. */
const most = 1000;

const lists = [
  ['participants', 'edit/participants', 200],
  ['subscriptions', 'billing/subscriptions', 150],
  ['subscriptions as a matrix', 'billing/subscriptions?view=matrix', 150],
  ['issuers', 'billing/subscriptions?tab=issuers', 1],
  ['clients', 'billing/subscriptions?tab=clients', 100],
  ['2000 drafts', 'billing/invoices?tab=drafts', 20],
  ['published invoices', 'billing/invoices?tab=published', 200],
  ['imports', 'imports', 1],
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

/** From the address to the rows, and how many there are. */
async function open(path, least) {
  const start = performance.now();
  await page.goto(`/pmo/operations/${id}/${path}`, { waitUntil: 'commit' });
  await page.waitForFunction(
    (count) => document.querySelectorAll('[role=table] [role=row], table tbody tr').length >= count,
    least,
    { polling: 'raf', timeout: 60_000 },
  );
  const took = performance.now() - start;
  return { took, rows: await page.locator('[role=table] [role=row], table tbody tr').count() };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

for (const [name, path, least] of lists) {
  await open(path, least); // scripts and replies that are kept
  const times = [];
  let rows = 0;
  for (let turn = 0; turn < turns; turn++) {
    const one = await open(path, least);
    times.push(one.took);
    rows = one.rows;
  }
  const took = Math.round(median(times));
  console.log(`page ${name}: ${took} ms, ${rows} rows drawn${took > most ? ', SLOW' : ''}`);
}
await chrome.close();
