import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** PMO_CHROMIUM, else a Chromium on the PATH, else the one that npm brought along. */
export async function browser(): Promise<{ executablePath: string; args: string[] }> {
  const found = process.env.PMO_CHROMIUM || onPath();
  if (found) return { executablePath: found, args: flags };
  const { default: packed } = await import('@sparticuz/chromium');
  return { executablePath: await packed.executablePath(), args: [...packed.args, ...flags] };
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
