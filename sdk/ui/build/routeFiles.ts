// A Vite plugin that spares a browser the way from file to file: which scripts each address needs stands in
// routes.json, from which the server names them at the head of the page; the styles that every page has stand in
// the page itself, and its font is asked for with the first scripts.
import type { Plugin, Rolldown } from 'vite';

interface Addresses {
  /** Address and page, whose file is called `<page>.tsx`. */
  pages: readonly (readonly [path: string, page: string])[];
  /** The areas of the catalogue that each page speaks beside those of all. */
  areas: Readonly<Record<string, readonly string[]>>;
  /** Modules that stand around every page, by the end of their path. */
  around: readonly string[];
  /** Files of texts that every page speaks, by the end of their path; `*` is the language. */
  words: readonly string[];
  languages: readonly string[];
  /** The font that the first text is set in, by how its name begins. */
  font: string;
}

type Bundle = Rolldown.OutputBundle;

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter((file) => file.type === 'chunk');

/** The chunk of a module, found by the end of its path. */
const home = (bundle: Bundle, end: string) =>
  chunksOf(bundle).find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)));

/** The file of a module and every file that it needs. */
function filesOf(bundle: Bundle, ends: readonly string[]): string[] {
  const seen = new Set<string>();
  const ahead = ends.flatMap((end) => home(bundle, end)?.fileName ?? []);
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    const file = bundle[name];
    if (seen.has(name) || file?.type !== 'chunk') continue;
    seen.add(name);
    ahead.push(...file.imports);
  }
  return [...seen];
}

/**
 * Who loads a part also asks for the styles of all that it needs, and looks for them among the links of the page; those
 * of the entry stand in the page itself and would come a second time. In the lists of what a part needs, the entry
 * takes their place.
 */
function withoutSheets(bundle: Bundle): void {
  const chunks = chunksOf(bundle);
  for (const entry of chunks.filter(({ isEntry }) => isEntry)) {
    const sheets = entry.viteMetadata?.importedCss ?? new Set<string>();
    for (const sheet of sheets) {
      for (const chunk of chunks) chunk.code = chunk.code.replaceAll(`"${sheet}"`, `"${entry.fileName}"`);
    }
  }
}

export function routeFiles({ pages, areas, around, words, languages, font }: Addresses): Plugin {
  return {
    name: 'pmo-route-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const fonts = Object.keys(bundle).filter((name) => name.split('/').at(-1)?.startsWith(font));
        if (fonts.length !== 1) throw new Error(`${fonts.length} fonts are called ${font}…`);
        const link = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/pmo/${fonts[0]}">`;
        return html
          .replace(/<link rel="stylesheet"[^>]*href="\/pmo\/([^"]+)">/g, (_whole, name: string) => {
            const sheet = bundle[name];
            if (sheet?.type !== 'asset') throw new Error(`${name} is not in the build`);
            return `<style nonce="__CSP_NONCE__">${sheet.source}</style>`;
          })
          .replace('</head>', `  ${link}\n  </head>`);
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const first = new Set(
          chunksOf(bundle).flatMap((file) => (file.isEntry ? filesOf(bundle, [file.facadeModuleId ?? '']) : [])),
        );
        const later = (ends: readonly string[]) => filesOf(bundle, ends).filter((name) => !first.has(name));
        const routes = pages.map(([path, page]) => {
          if (!home(bundle, `/${page}.tsx`)) throw new Error(`${page} is not in the build`);
          return {
            path,
            files: later([...around, `/${page}.tsx`]),
            words: Object.fromEntries(
              languages.map((language) => [
                language,
                later([
                  ...words.map((end) => end.replace('*', language)),
                  ...(areas[page] ?? []).map((area) => `/catalogues/${language}/${area}.json`),
                ]),
              ]),
            ),
          };
        });
        this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(routes) });
        withoutSheets(bundle);
      },
    },
  };
}
