// Which Chromium the browser tests use: PMO_CHROMIUM, else the first one on the PATH that
// runs, else the one of the npm package @sparticuz/chromium, unpacked into a folder of the run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const onMac = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Whether it starts at all: a name on the PATH may be no more than a hint to install something. */
const runs = (path, env = {}) =>
  spawnSync(path, ['--version'], { env: { ...process.env, ...env }, stdio: 'ignore', timeout: 30_000 }).status === 0;

/** The variables that name a browser which runs. `folder` takes what has to be unpacked. */
export function browser(folder) {
  const named = process.env.PMO_CHROMIUM;
  if (named) {
    if (!runs(named)) throw new Error(`PMO_CHROMIUM=${named} does not start; run: unset PMO_CHROMIUM`);
    return { PMO_CHROMIUM: named };
  }
  const found = candidates().find((path) => existsSync(path) && runs(path));
  if (found) return { PMO_CHROMIUM: found };
  const packed = unpacked(folder);
  if (packed) return packed;
  throw new Error(`There is no Chromium for the browser tests; ${mend()}`);
}

function candidates() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const found = folders.flatMap((one) => names.map((name) => join(one, name)));
  return process.platform === 'darwin' ? [...found, ...onMac] : found;
}

/**
 * The package unpacks beside TMPDIR, and its libraries only where it believes to be in the
 * cloud it was made for: both are said to a process of its own. The system's libraries are
 * used where they are there.
 */
function unpacked(folder) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  mkdirSync(folder, { recursive: true });
  const unpack = "import('@sparticuz/chromium').then(({ default: packed }) => packed.executablePath())";
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    stdio: 'ignore',
  });
  if (status !== 0) return undefined;
  const path = join(folder, 'chromium');
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') };
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') };
  const env = [fonts, { ...fonts, ...libraries }].find((one) => runs(path, one));
  return env && { ...env, PMO_CHROMIUM: path };
}

/** The one command that brings a browser. */
function mend() {
  if (process.platform === 'darwin') return 'run: brew install --cask chromium';
  if (process.platform === 'linux' && process.arch === 'x64') return 'run: npm ci';
  return 'run: sudo apt-get install chromium';
}
