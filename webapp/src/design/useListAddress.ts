import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Sort } from './tableProps';

/** Words of the address: its search, and the filters of a list. */
export interface ListAddress {
  search: string;
  setSearch: (text: string) => void;
  /** What a filter is set to; nothing where it leaves all rows. */
  filter: (name: string) => string | undefined;
  setFilter: (name: string, value: string | undefined) => void;
  /** Takes search and filters out of the address. */
  clear: () => void;
  /** The order; nothing where it is the usual one. */
  sort: Sort | undefined;
  setSort: (sort: Sort) => void;
  /** Whether search or a filter leaves rows out. */
  narrowed: boolean;
}

const searchWord = 'q';
const sortWord = 'sort';

/**
 * The search of a list, its order and its filters, kept in the address (`q`, `sort=-amount`, and each
 * filter by its name), so that a link or a reload finds the same rows. Changes take the place of the
 * address of before: the back button leaves the page. Where a page has several lists, each has a name
 * of its own, which its words begin with.
 */
export function useListAddress(filters: readonly string[] = [], name?: string): ListAddress {
  const own = (word: string) => (name ? `${name}.${word}` : word);
  const [searchName, sortName] = [own(searchWord), own(sortWord)];
  const [params, setParams] = useSearchParams();
  const write = useCallback(
    (changes: Record<string, string | undefined>) =>
      setParams((before) => withChanges(before, changes), { replace: true }),
    [setParams],
  );
  const [search, setSearch] = useText(params.get(searchName) ?? '', (text) => write({ [searchName]: text }));
  const asked = params.get(sortName);
  const sort = useMemo(() => sortOf(asked), [asked]);
  return {
    search,
    setSearch,
    filter: (name) => params.get(name) ?? undefined,
    setFilter: (name, value) => write({ [name]: value }),
    sort,
    setSort: (next) => write({ [sortName]: `${next.desc ? '-' : ''}${next.id}` }),
    clear: () => {
      setSearch('');
      write(Object.fromEntries([searchName, ...filters].map((name) => [name, undefined])));
    },
    narrowed: search.trim() !== '' || filters.some((name) => params.has(name)),
  };
}

const sortOf = (text: string | null): Sort | undefined =>
  text ? { id: text.replace(/^-/, ''), desc: text.startsWith('-') } : undefined;

/**
 * A text that is typed faster than the address follows: the field has it at once. What comes back
 * of the own writing changes nothing; another address, as of a link, does.
 */
function useText(stored: string, write: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(stored);
  const written = useRef<string[]>([]);
  useEffect(() => {
    const at = written.current.indexOf(stored);
    if (at >= 0) written.current.splice(0, at + 1);
    else setText(stored);
  }, [stored]);
  const change = (next: string) => {
    if (next === text) return;
    written.current.push(next);
    setText(next);
    write(next);
  };
  return [text, change];
}

/** An address with some of its words changed; an empty word leaves it. */
export function withChanges(before: URLSearchParams, changes: Record<string, string | undefined>): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
