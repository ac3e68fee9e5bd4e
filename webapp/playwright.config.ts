import { defineConfig } from '@playwright/test';

const { PMO_E2E_URL: baseURL, PMO_CHROMIUM: executablePath } = process.env;
if (!baseURL || !executablePath) throw new Error('run: npm run e2e -w webapp');

/** How many times slower the browsers are made (fixtures.ts): waiting is as much longer, so that only haste fails. */
const slower = Number(process.env.PMO_E2E_SLOW ?? 1);

/** What a browser of a test does without: graphics hardware, and talk with its maker. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Browser tests on a server that is already there; `e2e/run.mjs` starts one and finds the browser. */
export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  fullyParallel: false,
  workers: 2,
  // A busy machine may starve a browser for once. One more try, and the run still says loudly that the
  // test is flaky. Every test can be repeated on its server, but for the two that say `once`:
  // what is invoiced stays invoiced, and what the operator applied stays applied. They are given a server
  // of their own for it.
  retries: 1,
  // Ends a test that hangs: a test that goes well never comes near these.
  timeout: 180_000 * slower,
  expect: { timeout: 30_000 * slower, toPass: { timeout: 30_000 * slower } },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    baseURL,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: { executablePath, args },
  },
});
