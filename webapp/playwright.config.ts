import { defineConfig } from '@playwright/test';

const { PMO_E2E_URL: baseURL, PMO_CHROMIUM: executablePath } = process.env;
if (!baseURL || !executablePath) throw new Error('run: npm run e2e -w webapp');

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
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
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
