// What pages are measured beside: a heading and a sentence in the same framework and the same theme, built as the
// application is. It is made for the audit alone, and is part of no build.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

const folder = join(import.meta.dirname, 'rival');
const types = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' };

/** Builds the page, and tells its files. */
async function built() {
  const { output } = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic' } },
    build: { write: false, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
  return new Map(
    output.map((file) => [`/${file.fileName}`, Buffer.from(file.type === 'chunk' ? file.code : file.source)]),
  );
}

/** A server of the page, with what the files of the application come with: compressed, and kept by who had them. */
export async function startRival() {
  const files = new Map(
    [...(await built())].map(([name, bytes]) => {
      const type = types[name.split('.').at(-1)] ?? 'application/octet-stream';
      const small = name.endsWith('.woff2') ? bytes : brotliCompressSync(bytes);
      const encoding = small === bytes ? {} : { 'Content-Encoding': 'br' };
      return [name, { small, headers: { 'Content-Type': type, 'Cache-Control': 'max-age=31536000', ...encoding } }];
    }),
  );
  const server = createServer(({ url = '/' }, reply) => {
    const file = files.get(url === '/' ? '/index.html' : url);
    if (!file) return reply.writeHead(404).end();
    reply.writeHead(200, file.headers).end(file.small);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    stop: () => new Promise((done) => server.close(done).closeAllConnections()),
  };
}
