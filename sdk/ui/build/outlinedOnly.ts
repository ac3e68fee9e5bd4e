// A Vite plugin that leaves out what no field of ours looks like: MUI's text field and choice bring their filled and
// their underlined form along, some kilobytes of every first visit. Who asks for one of them is told so.
import type { Plugin } from 'vite';

const importers = /\/@mui\/material\/(?:TextField|Select)\/(?:TextField|Select)\.mjs$/;
const others = new Set(['../Input/index.mjs', '../FilledInput/index.mjs']);
const absent = '\0pmo-absent-field';

export function outlinedOnly(): Plugin {
  return {
    name: 'pmo-outlined-only',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => (importer && importers.test(importer) && others.has(source) ? absent : undefined),
    load: (id) =>
      id === absent
        ? "export default function AbsentField() { throw new Error('Only outlined fields are built in: outlinedOnly.ts'); }"
        : undefined,
  };
}
