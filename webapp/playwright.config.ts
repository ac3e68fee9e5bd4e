import { defineConfig } from '@playwright/test';
import { browser } from './e2e/browser.ts';

const { executablePath, args } = await browser();

/** Browser tests on a server that is already there; `e2e/run.mjs` starts one and sets PMO_E2E_URL. */
export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.PMO_E2E_URL ?? 'http://127.0.0.1:8080',
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: { executablePath, args },
  },
});
