// Runs the browser tests on a server of their own: fresh data folder, free port, demo seeded.
// With PMO_E2E_URL set it uses that server instead. Arguments go to playwright.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browser } from './browser.mjs';
import { ended, startServer, webapp } from './server.mjs';

const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

async function playwright(variables) {
  tests = spawn(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
    cwd: webapp,
    env: { ...process.env, ...variables },
    stdio: 'inherit',
  });
  return ended(tests);
}

const folder = mkdtempSync(join(tmpdir(), 'pmo-e2e-'));
let server;
let tests;
let interrupted = false;
// Ctrl-C reaches the tests by itself. They end, and the rest is cleaned up below.
process.on('SIGINT', () => {
  interrupted = true;
});
process.on('SIGTERM', () => {
  interrupted = true;
  tests?.kill('SIGTERM');
});
try {
  server = process.env.PMO_E2E_URL ? undefined : await startServer(folder, () => !interrupted);
  const variables = browser(join(folder, 'chromium'));
  await server?.ready();
  process.exitCode = await playwright({ PMO_E2E_URL: server?.url ?? process.env.PMO_E2E_URL, ...variables });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
