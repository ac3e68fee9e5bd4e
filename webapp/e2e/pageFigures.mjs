// How long the lists of an operation of 200 sites, 2 000 drafts and 2 000 published invoices take to open in
// Chromium, from the address to the rows: the median of some turns, with the scripts in the browser's cache,
// as after a first visit; with `many` how smooth the participants of an operation of 10 000 are. `make bench`
// starts the server; by hand: node e2e/pageFigures.mjs URL FOLDER [LIST|many]
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

/** The page of participants with 10 000 rows: opened, scrolled through, searched. */
async function many() {
  const large = operations.reduce((most, one) => (one.sitesNumber > most.sitesNumber ? one : most));
  const times = [];
  for (let turn = 0; turn <= turns; turn++) {
    const start = performance.now();
    await page.goto(`/pmo/operations/${large.id}/edit/participants`, { waitUntil: 'commit' });
    await rows(screenful);
    if (turn > 0) times.push(performance.now() - start);
  }
  const frames = await page.evaluate(scrolled);
  const search = page.getByRole('searchbox').first();
  const typed = performance.now();
  await search.fill(`Site ${large.sitesNumber - 1}`);
  await page.waitForFunction(() => document.querySelectorAll('[role=table] [role=row]').length === 2, undefined, {
    polling: 'raf',
    timeout: 20_000,
  });
  const found = Math.round(performance.now() - typed);
  frames.sort((a, b) => a - b);
  const at = (part) => Math.round(frames[Math.min(frames.length - 1, Math.floor(frames.length * part))]);
  console.log(
    `page participants of ${large.sitesNumber} sites: ${median(times)} ms; scrolled from first to last: frames of ` +
      `${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms, the longest ${at(1)} ms; one of them found after ${found} ms`,
  );
}

/** Scrolls the list to its end in a hundred steps, each in two frames, and tells how long the frames took. */
async function scrolled() {
  let box = document.querySelector('[role=table]');
  while (box && box.scrollHeight <= box.clientHeight + 100) box = box.parentElement;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const lasted = [];
  await frame();
  for (let step = 1; step <= 100; step++) {
    box.scrollTop = ((box.scrollHeight - box.clientHeight) * step) / 100;
    for (let n = 0; n < 2; n++) {
      const start = performance.now();
      await frame();
      lasted.push(performance.now() - start);
    }
  }
  if (!box.textContent.includes('Site 9999')) throw new Error('the last row is not there');
  return lasted;
}

if (only === 'many') await many();
for (const [name, path, all] of only === 'many' ? [] : lists.filter(([name]) => !only || name === only)) {
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
