// A Vite plugin that writes a .br and a .gz beside each asset worth it: the server sends these
// as they are instead of compressing at each request. Browsers take the first, an eighth smaller,
// over HTTPS and from their own machine.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const worthIt = /\.(js|css|svg|json|map)$/;
const smallest = 1024;

const forms = {
  br: (source: Buffer) => brotliCompressSync(source),
  gz: (source: Buffer) => gzipSync(source, { level: 9 }),
};

export function compressed(): Plugin {
  return {
    name: 'pmo-compressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (!worthIt.test(file.fileName)) continue;
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (source.length < smallest) continue;
          for (const [ending, compress] of Object.entries(forms)) {
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.${ending}`, source: compress(source) });
          }
        }
      },
    },
  };
}
