// Runs the browser tests on a server of their own: fresh data folder, free port, demo seeded.
// With PMO_E2E_URL set it uses that server instead. Arguments go to playwright.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browser } from './browser.mjs';

const webapp = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const binary = process.env.PMO_SERVER ?? resolve(webapp, '../bin/pmo-server');
const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
const readyWithinMs = 240_000;

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

const ended = (child) => new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Starts the server, and says how to stop it; its log stays in the folder. */
async function startServer(folder) {
  if (!existsSync(binary)) throw new Error(`${binary} is missing; run: make build (or set PMO_SERVER)`);
  const url = `http://127.0.0.1:${await freePort()}`;
  const logFile = join(folder, 'server.log');
  const log = openSync(logFile, 'w');
  const data = join(folder, 'data');
  const settings = { PMO_ADDR: url.slice('http://'.length), PMO_DATA_DIR: data, PMO_PUBLIC_URL: url };
  const server = spawn(binary, ['serve', '--embedded', '--demo'], {
    cwd: folder,
    env: { ...process.env, ...settings },
    stdio: ['ignore', log, log],
    // Ctrl-C is for us: the server ends when the tests have.
    detached: true,
  });
  let alive = true;
  const exit = ended(server).then(() => {
    alive = false;
  });
  const stop = async () => {
    if (alive) server.kill('SIGTERM');
    await exit;
  };
  return { url, stop, ready: () => whenReady(url, () => alive, logFile) };
}

async function whenReady(url, alive, logFile) {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && alive()) {
    if (interrupted) throw new Error('interrupted');
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    await pause(200);
  }
  const log = readFileSync(logFile, 'utf8').split('\n').slice(-20).join('\n');
  throw new Error(`the server ${alive() ? 'did not become' : 'ended before it was'} ready\n${log}`);
}

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
  server = process.env.PMO_E2E_URL ? undefined : await startServer(folder);
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
