// How an application of many lazy pages is cut into files: few of them at a visit, and none that holds much
// that the visit does not need.
import type { Rolldown } from 'vite';

type Groups = NonNullable<Rolldown.CodeSplittingOptions['groups']>;
type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

interface Cut {
  /** The module with which every page behind the sign-in is loaded. */
  frame: string;
  /** The pages that do without the frame. What they share with it is loaded with the entry. */
  beforeFrame: readonly string[];
  /** The areas of the catalogue that are loaded together, by the name of their chunk. */
  texts: Readonly<Record<string, readonly string[]>>;
}

/**
 * Source bytes that a file may bring in vain, at each visit that it saves one request. A quarter of them
 * is left once they are minified and compressed.
 */
const vainPerRequest = 9_000;

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
  const before = reach(beforeFrame, graph);
  const around = reach([frame], graph);
  for (const id of around) plan.set(id, before.has(id) ? 'begin' : 'frame');

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
    const file = files.get(key) ?? { pages: of, modules: new Set(), bytes: 0 };
    file.modules.add(id);
    file.bytes += graph.getModuleInfo(id)?.code?.length ?? 0;
    files.set(key, file);
  }
  const light = new Set(beforeFrame.map((id) => loaded.indexOf(id)));
  merged([...files.values()], light, graph).forEach(({ modules }, place) => {
    for (const id of modules) plan.set(id, `shared${place}`);
  });
  return plan;
}

/** What is used by the same pages, and by them only. */
interface File {
  pages: Set<number>;
  modules: Set<string>;
  bytes: number;
}

/** Puts files together, the cheapest first, as long as the requests that it saves are worth what is loaded in vain. */
function merged(files: File[], light: ReadonlySet<number>, graph: Graph): File[] {
  const left = new Set(files);
  const refused = new Map<File, Set<File>>();
  for (;;) {
    let best: { one: File; other: File; price: number } | undefined;
    const list = [...left];
    for (const [at, one] of list.entries()) {
      for (const other of list.slice(at + 1)) {
        if (refused.get(one)?.has(other)) continue;
        const price = vain(one, other, light);
        if (price < (best?.price ?? vainPerRequest)) best = { one, other, price };
      }
    }
    if (!best) return list;
    const { one, other } = best;
    if (entangled(one, other, left, graph)) {
      refused.set(one, (refused.get(one) ?? new Set()).add(other));
      continue;
    }
    left.delete(one);
    left.delete(other);
    left.add({
      pages: new Set([...one.pages, ...other.pages]),
      modules: new Set([...one.modules, ...other.modules]),
      bytes: one.bytes + other.bytes,
    });
  }
}

/**
 * Bytes that two files would bring in vain if they were one, for each request that is saved. The pages that are to
 * be `light` bring nothing in vain.
 */
function vain(one: File, other: File, light: ReadonlySet<number>): number {
  let both = 0;
  for (const page of one.pages) if (other.pages.has(page)) both++;
  if (both === 0) return Number.POSITIVE_INFINITY;
  for (const page of light) if (one.pages.has(page) !== other.pages.has(page)) return Number.POSITIVE_INFINITY;
  return (one.bytes * (other.pages.size - both) + other.bytes * (one.pages.size - both)) / both;
}

/** Whether one of two files needs the other by way of a third: together they would import each other. */
function entangled(one: File, other: File, files: ReadonlySet<File>, graph: Graph): boolean {
  const home = new Map([...files].flatMap((file) => [...file.modules].map((id) => [id, file])));
  const needs = (file: File) => {
    const found = new Set<File>();
    for (const id of file.modules) {
      for (const to of graph.getModuleInfo(id)?.importedIds ?? []) {
        const there = home.get(to);
        if (there && there !== file) found.add(there);
      }
    }
    return found;
  };
  const leads = (from: File, to: File) => {
    const seen = new Set<File>();
    const ahead = [...needs(from)].filter((file) => file !== to);
    for (let file = ahead.pop(); file; file = ahead.pop()) {
      if (file === to) return true;
      if (seen.has(file)) continue;
      seen.add(file);
      ahead.push(...needs(file));
    }
    return false;
  };
  return leads(one, other) || leads(other, one);
}
