// How a first visit of the main pages feels on a slow machine: cold cache, the processor slowed four
// times. Prints, for each, the median of some visits, and how it compares with a bare page of the same
// framework (rival.mjs) that is visited by turns with it, for milliseconds say as much of the machine as of the
// page. Ends with 1 where a page moves, or is over both of its bounds (ADR 127).
// `make audit` builds the server first; PMO_E2E_URL points at one that runs. Names of pages ask for these
// alone, PMO_AUDIT_VISITS for more visits: `PMO_AUDIT_VISITS=5 npm run audit -w webapp -- dashboard invoices`.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browser } from './browser.mjs';
import { startRival } from './rival.mjs';
import { startServer } from './server.mjs';

const slower = 4;
const visits = Number(process.env.PMO_AUDIT_VISITS ?? 3);
/** Until the largest thing is drawn, and how much what is drawn may move. */
const mostLCP = 1200;
/** The same as so many times a bare page. */
const mostRatio = 3;
const mostCLS = 0.05;
/** Without a request for so long, and half a second before, a page is taken to be drawn. */
const restMs = 2500;

const pages = [
  ['login', undefined, () => '/login'],
  ['home', 'organizer', () => '/pmo'],
  ['month', 'organizer', (id) => `/pmo/operations/${id}/month`],
  ['dashboard', 'organizer', (id) => `/pmo/operations/${id}/dashboard`],
  ['participants', 'organizer', (id) => `/pmo/operations/${id}/edit/participants`],
  ['invoices', 'organizer', (id) => `/pmo/operations/${id}/billing/invoices`],
  ['participant', 'participant', () => '/pmo'],
];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !pages.some(([page]) => page === name));
if (unknown.length > 0) {
  console.error(`audit: no page is called ${unknown.join(', ')}; there are ${pages.map(([name]) => name).join(', ')}`);
  process.exit(1);
}
const asked = wanted.length === 0 ? pages : pages.filter(([name]) => wanted.includes(name));

/** In the page, before anything of it: keeps what the browser says of drawing and moving. */
function watch() {
  const seen = { lcp: 0, what: '', shifts: [] };
  globalThis.drawn = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      seen.lcp = entry.startTime;
      seen.what = entry.element?.tagName ?? '';
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) seen.shifts.push([startTime, value]);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The worst window of shifts: at most five seconds, without a pause of one. */
function cumulative(shifts) {
  let worst = 0;
  let window = { sum: 0, begin: Number.NEGATIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  for (const [at, value] of shifts) {
    if (at - window.last > 1000 || at - window.begin > 5000) window = { sum: 0, begin: at, last: at };
    window.sum += value;
    window.last = at;
    worst = Math.max(worst, window.sum);
  }
  return worst;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function visit(chrome, base, storageState, address) {
  const context = await chrome.newContext({
    baseURL: base,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1440, height: 900 },
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.addInitScript(watch);
  const sizes = [];
  const weigh = (request) => sizes.push(request.sizes().then((size) => size.responseBodySize));
  page.on('requestfinished', weigh);
  await page.goto(address, { waitUntil: 'load', timeout: 120_000 });
  // Nothing looks into the page until it rests: who looks has a program compiled by the thread that draws.
  await page.waitForLoadState('networkidle', { timeout: 120_000 });
  await page.waitForTimeout(restMs);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 120_000 });
  // On a machine that others keep busy the browser tells of a drawing long after it.
  await page.waitForFunction(() => globalThis.drawn.lcp > 0, undefined, { timeout: 120_000 });
  const { lcp, what, shifts } = await page.evaluate(() => globalThis.drawn);
  // What a page asks for once it rests is no part of the visit, and would be weighed when it is gone.
  page.off('requestfinished', weigh);
  const bytes = await Promise.all(sizes);
  await context.close();
  return { lcp, what, cls: cumulative(shifts), kB: bytes.reduce((a, b) => a + b, 0) / 1024, requests: bytes.length };
}

async function audit(base, rival, env) {
  const chrome = await chromium.launch({
    executablePath: env.PMO_CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  const states = {};
  let operation;
  for (const account of ['organizer', 'participant']) {
    const context = await chrome.newContext({ baseURL: base });
    const data = { email: `${account}@demo.pmo`, password: 'demo-pmo-2026' };
    const reply = await context.request.post('/api/session/login', { data });
    if (!reply.ok()) throw new Error(`sign-in of ${account}: ${reply.status()}`);
    states[account] = await context.storageState();
    const operations = await (await context.request.get('/api/operations')).json();
    operation ??= operations.find(({ externalId }) => externalId === 'ACC00000001')?.id;
    await context.close();
  }
  const [load] = loadavg();
  console.log(`first visits, processor ${slower} times slower, load of the machine ${load.toFixed(1)}:`);
  let short = 0;
  for (const [name, as, address] of asked) {
    const seen = [];
    for (let turn = 0; turn < visits; turn++) {
      const bare = await visit(chrome, rival, undefined, '/');
      const page = await visit(chrome, base, states[as], address(operation));
      seen.push({ ...page, bare: bare.lcp, ratio: page.lcp / bare.lcp });
    }
    const of = (figure) => median(seen.map((one) => one[figure]));
    const ok = (of('lcp') <= mostLCP || of('ratio') <= mostRatio) && of('cls') <= mostCLS;
    if (!ok) short++;
    console.log(
      `${name.padEnd(13)} LCP ${Math.round(of('lcp'))} ms (${seen[0].what}, at most ${mostLCP})  ${of('ratio').toFixed(2)}x the bare page's ${Math.round(of('bare'))} ms (${mostRatio})  CLS ${of('cls').toFixed(3)} (${mostCLS})  ${Math.round(of('kB'))} kB  ${of('requests')} requests  ${ok ? 'ok' : 'SHORT'}`,
    );
  }
  await chrome.close();
  return short;
}

const folder = mkdtempSync(join(tmpdir(), 'pmo-audit-'));
let server;
let rival;
try {
  server = process.env.PMO_E2E_URL ? undefined : await startServer(folder);
  const env = browser(join(folder, 'chromium'));
  Object.assign(process.env, env);
  await server?.ready();
  rival = await startRival();
  const short = await audit(server?.url ?? process.env.PMO_E2E_URL, rival.url, env);
  if (short > 0) {
    console.error(`audit: ${short} of ${asked.length} pages are over their bound`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await rival?.stop();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
