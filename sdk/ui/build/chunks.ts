// How an application of many lazy pages is cut into files: few of them at a visit, and none that holds much
// that the visit does not need.
import type { Rolldown } from 'vite';

type Groups = NonNullable<Rolldown.CodeSplittingOptions['groups']>;
type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

interface Cut {
  /** The module with which every page behind the sign-in is loaded. */
  frame: string;
  /** The pages that do without the frame: what they need has a file of its own. */
  beforeFrame: readonly string[];
  /** The areas of the catalogue that are loaded together, by the name of their chunk. */
  texts: Readonly<Record<string, readonly string[]>>;
}

/**
 * Source bytes that a file may bring in vain, at each visit that it saves one request. A quarter of them
 * is left once they are minified and compressed.
 */
const vainPerRequest = 66_000;

/** The groups of `codeSplitting`: what the entry reaches, the frame around the pages, texts, what pages share. */
export function chunks(cut: Cut): Groups {
  let plan: ReadonlyMap<string, string> | undefined;
  return [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 3 },
    { name: 'first', tags: ['$initial'], priority: 2 },
    {
      name: (id, graph) => {
        plan ??= planOf(cut, id, graph);
        return plan.get(id) ?? null;
      },
      // Each module has its place in the plan, which has no cycles.
      includeDependenciesRecursively: false,
      priority: 1,
    },
  ];
}

/** A module and everything that it imports, itself or by others, but not what it loads later. */
function reach(starts: Iterable<string>, graph: Graph): Set<string> {
  const seen = new Set<string>();
  const ahead = [...starts];
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    ahead.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}

/** Every module of the application, found from any of them. */
function everyModule(from: string, graph: Graph): Set<string> {
  const seen = new Set<string>();
  const ahead = [from];
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    const info = seen.has(id) ? null : graph.getModuleInfo(id);
    if (!info) continue;
    seen.add(id);
    ahead.push(...info.importedIds, ...info.dynamicallyImportedIds, ...info.importers, ...info.dynamicImporters);
  }
  return seen;
}

/** The chunk of each module that has another one than its page. */
function planOf({ frame, beforeFrame, texts }: Cut, from: string, graph: Graph): Map<string, string> {
  const plan = new Map<string, string>();
  const all = everyModule(from, graph);
  const bundleOf = new Map(Object.entries(texts).flatMap(([bundle, areas]) => areas.map((area) => [area, bundle])));
  for (const id of all) {
    const [, locale, area] = /\/catalogues\/([\w-]+)\/(\w+)\.json$/.exec(id) ?? [];
    const bundle = area && bundleOf.get(area);
    if (bundle) plan.set(id, `${bundle}-${locale}`);
  }
  for (const id of reach([frame], graph)) plan.set(id, 'frame');
  for (const id of reach(beforeFrame, graph)) if (!beforeFrame.includes(id)) plan.set(id, 'begin');

  const loaded = [...all].filter((id) => (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0 && id !== frame);
  const pages = new Map<string, Set<number>>();
  loaded.forEach((start, page) => {
    for (const id of reach([start], graph)) {
      if (plan.has(id)) continue;
      const known = pages.get(id) ?? new Set();
      pages.set(id, known.add(page));
    }
  });
  const files = new Map<string, File>();
  for (const [id, of] of pages) {
    // A page that others import too keeps a file of its own, which is where its importers look for it.
    if (of.size < 2 || loaded.includes(id)) continue;
    const key = [...of].sort((a, b) => a - b).join(' ');
    const file = files.get(key) ?? { pages: new Set(of), modules: new Set(), bytes: 0, needs: new Set() };
    file.modules.add(id);
    file.bytes += graph.getModuleInfo(id)?.code?.length ?? 0;
    files.set(key, file);
  }
  joinNeeds([...files.values()], graph);
  merged([...files.values()]).forEach(({ modules, pages }, place) => {
    // What the more part of all pages needs comes with the frame; what it needs itself has as many pages or more.
    const chunk = pages.size > loaded.length / 2 ? 'frame' : `shared${place}`;
    for (const id of modules) plan.set(id, chunk);
  });
  return plan;
}

/** What is used by the same pages, and by them only. */
interface File {
  /** Those that load it. */
  pages: Set<number>;
  modules: Set<string>;
  bytes: number;
  /** The files that it imports: who loads it loads them too. */
  needs: Set<File>;
}

function joinNeeds(files: readonly File[], graph: Graph): void {
  const home = new Map(files.flatMap((file) => [...file.modules].map((id) => [id, file])));
  for (const file of files) {
    for (const to of [...file.modules].flatMap((id) => graph.getModuleInfo(id)?.importedIds ?? [])) {
      const needed = home.get(to);
      if (needed && needed !== file) file.needs.add(needed);
    }
  }
}

/** A file's needs, and theirs. */
function behind(starts: Iterable<File>): Set<File> {
  const seen = new Set<File>();
  const ahead = [...starts];
  for (let file = ahead.pop(); file; file = ahead.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    ahead.push(...file.needs);
  }
  return seen;
}

/** Puts files together, the cheapest first, as long as the requests that it saves are worth what is loaded in vain. */
function merged(files: readonly File[]): File[] {
  const left = new Set(files);
  for (;;) {
    let best: { one: File; other: File; price: number } | undefined;
    const list = [...left];
    for (const [at, one] of list.entries()) {
      for (const other of list.slice(at + 1)) {
        const price = vain(one, other);
        if (price < (best?.price ?? vainPerRequest) && !entangled(one, other)) best = { one, other, price };
      }
    }
    if (!best) return list;
    const { one, other } = best;
    const both: File = {
      pages: new Set([...one.pages, ...other.pages]),
      modules: new Set([...one.modules, ...other.modules]),
      bytes: one.bytes + other.bytes,
      needs: new Set([...one.needs, ...other.needs].filter((file) => file !== one && file !== other)),
    };
    left.delete(one);
    left.delete(other);
    for (const file of left) {
      if (file.needs.delete(one) || file.needs.delete(other)) file.needs.add(both);
      file.needs.delete(other);
    }
    left.add(both);
    for (const file of behind(both.needs)) for (const page of both.pages) file.pages.add(page);
  }
}

/** Bytes that two files would bring in vain if they were one, with what they need, for each request that is saved. */
function vain(one: File, other: File): number {
  let saved = 0;
  for (const page of one.pages) if (other.pages.has(page)) saved++;
  if (saved === 0) return Number.POSITIVE_INFINITY;
  let bytes = 0;
  for (const file of behind([one, other])) {
    for (const { pages } of [one, other]) for (const page of pages) if (!file.pages.has(page)) bytes += file.bytes;
  }
  return bytes / saved;
}

/** Whether one of two files needs the other by way of a third: as one they and the third would import each other. */
function entangled(one: File, other: File): boolean {
  const leads = (from: File, to: File) => behind([...from.needs].filter((file) => file !== to)).has(to);
  return leads(one, other) || leads(other, one);
}
