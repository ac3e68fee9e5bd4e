// The server that browsers are pointed at: fresh data folder, free port, demo seeded.
import { spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const webapp = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const binary = process.env.PMO_SERVER ?? resolve(webapp, '../bin/pmo-server');
const readyWithinMs = 240_000;

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

export const ended = (child) => new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Starts the server, and says how to stop it; its log stays in the folder. It is waited for as long as `wanted`.
 * More settings of it are its own.
 */
export async function startServer(folder, wanted = () => true, more = {}) {
  if (!existsSync(binary)) throw new Error(`${binary} is missing; run: make build (or set PMO_SERVER)`);
  const url = `http://127.0.0.1:${await freePort()}`;
  const logFile = join(folder, 'server.log');
  const log = openSync(logFile, 'w');
  const data = join(folder, 'data');
  // All options are shown, however few sites an operation of a test has; the simple view is a choice.
  const settings = {
    PMO_ADDR: url.slice('http://'.length),
    PMO_DATA_DIR: data,
    PMO_PUBLIC_URL: url,
    PMO_SIMPLE_VIEW_SITES: '0',
  };
  const server = spawn(binary, ['serve', '--embedded', '--demo'], {
    cwd: folder,
    env: { ...process.env, ...settings, ...more },
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
  return { url, stop, ready: () => whenReady(url, () => alive, wanted, logFile) };
}

async function whenReady(url, alive, wanted, logFile) {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && alive()) {
    if (!wanted()) throw new Error('interrupted');
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    await pause(200);
  }
  const log = readFileSync(logFile, 'utf8').split('\n').slice(-20).join('\n');
  throw new Error(`the server ${alive() ? 'did not become' : 'ended before it was'} ready\n${log}`);
}
