// Runs the browser tests on a server of their own: fresh data folder, free port, demo seeded.
// With PMO_E2E_URL set it uses that server instead. Arguments go to playwright.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const webapp = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const binary = process.env.PMO_SERVER ?? resolve(webapp, '../bin/pmo-server');
const readyWithinMs = 240_000;

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

const ended = (child) => new Promise((done) => child.once('exit', (code) => done(code ?? 1)));

async function startServer() {
  if (!existsSync(binary)) throw new Error(`${binary} is missing: run "make run" once, or set PMO_SERVER`);
  const data = mkdtempSync(join(tmpdir(), 'pmo-e2e-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const server = spawn(binary, ['serve', '--embedded', '--demo'], {
    cwd: data,
    env: { ...process.env, PMO_ADDR: url.slice('http://'.length), PMO_DATA_DIR: data, PMO_PUBLIC_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = ended(server);
  const stop = async () => {
    server.kill('SIGTERM');
    await exit;
    rmSync(data, { recursive: true, force: true });
  };
  let alive = true;
  exit.then(() => {
    alive = false;
  });
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && alive) {
    const ready = await fetch(`${url}/readyz`).catch(() => undefined);
    if (ready?.ok) return { url, stop };
    await new Promise((done) => setTimeout(done, 250));
  }
  await stop();
  throw new Error(alive ? 'the server did not become ready' : 'the server ended before it was ready');
}

const server = process.env.PMO_E2E_URL ? { url: process.env.PMO_E2E_URL, stop: async () => {} } : await startServer();
try {
  const tests = spawn('npx', ['playwright', 'test', ...process.argv.slice(2)], {
    cwd: webapp,
    env: { ...process.env, PMO_E2E_URL: server.url },
    stdio: 'inherit',
  });
  process.exitCode = await ended(tests);
} finally {
  await server.stop();
}
