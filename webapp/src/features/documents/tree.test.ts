import { describe, expect, it } from 'vitest';
import type { Doc } from './queries';
import { heightOf, inFolder, placesFor } from './tree';

/** A tree of paths; one that ends with / is a folder. Ids are the paths. */
const grow = (...paths: string[]): Doc[] =>
  paths.map((path) => {
    const bare = path.replace(/\/$/, '');
    const steps = bare.split('/');
    const above = steps.slice(0, -1).map((name, n) => ({ id: steps.slice(0, n + 1).join('/'), name }));
    const folderId = above.at(-1)?.id;
    return {
      id: bare,
      kind: bare === path ? 'DOCUMENT' : 'FOLDER',
      name: steps.at(-1) ?? '',
      path: above,
      changedAt: '2026-11-06T08:00:00+01:00',
      ...(folderId ? { folderId } : {}),
    };
  });

const docs = grow('a/', 'a/b/', 'a/b/c/', 'a/b/c/d/', 'x/', 'x/y/', 'x/one.pdf', 'two.pdf');
const named = (...ids: string[]) => docs.filter(({ id }) => ids.includes(id));
const open = (...ids: string[]) =>
  placesFor(docs, named(...ids), 'top')
    .filter(({ refused }) => !refused)
    .map(({ id }) => id ?? 'top');

describe('the tree of documents', () => {
  it('holds what is in a folder and nothing further down', () => {
    expect(inFolder(docs, undefined).map(({ id }) => id)).toEqual(['a', 'x', 'two.pdf']);
    expect(inFolder(docs, 'x').map(({ id }) => id)).toEqual(['x/y', 'x/one.pdf']);
  });

  it('counts how many folders are one in another', () => {
    expect(named('a', 'x', 'x/y', 'two.pdf').map((doc) => heightOf(docs, doc))).toEqual([4, 2, 1, 0]);
  });

  it('offers folders that a thing may go to: not itself, not too deep, not where it is', () => {
    expect(open('two.pdf')).toEqual(['a', 'a/b', 'a/b/c', 'a/b/c/d', 'x', 'x/y']);
    expect(open('a')).toEqual(['x']);
    expect(open('x')).toEqual(['a', 'a/b', 'a/b/c']);
    expect(open('x/y')).toEqual(['top', 'a', 'a/b', 'a/b/c', 'a/b/c/d']);
    expect(open('x/one.pdf', 'two.pdf')).toEqual(['top', 'a', 'a/b', 'a/b/c', 'a/b/c/d', 'x', 'x/y']);
  });

  it('lists folders below the one that they are in', () => {
    expect(placesFor(docs, [], 'top').map(({ name, depth }) => `${depth} ${name}`)).toEqual([
      '0 top',
      '1 a',
      '2 b',
      '3 c',
      '4 d',
      '1 x',
      '2 y',
    ]);
  });
});
