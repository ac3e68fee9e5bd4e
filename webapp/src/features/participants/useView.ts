import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { asGroup, type Group } from './rows';

/** Value of `p` that opens the form of a new participant. */
const fresh = 'new';

export interface View {
  group: Group;
  search: string;
  /** What the side sheet shows. */
  sheet: { kind: 'add' } | { kind: 'details' | 'edit'; participantId: string } | undefined;
  setGroup: (group: Group) => void;
  setSearch: (search: string) => void;
  clear: () => void;
  add: () => void;
  edit: (participantId: string) => void;
  show: (participantId: string) => void;
  close: () => void;
}

/** Tab, search and open sheet live in the address, so that a link or the back button finds them. */
export function useView(): View {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (changes: Record<string, string | undefined>, replace: boolean) =>
      setParams((before) => withChanges(before, changes), { replace }),
    [setParams],
  );
  return {
    group: asGroup(params.get('group')),
    search: params.get('q') ?? '',
    sheet: sheetOf(params),
    setGroup: (group) => set({ group: group === 'all' ? undefined : group }, true),
    setSearch: (q) => set({ q }, true),
    clear: () => set({ group: undefined, q: undefined }, true),
    add: () => set({ p: fresh, edit: undefined }, false),
    edit: (p) => set({ p, edit: '1' }, false),
    show: (p) => set({ p, edit: undefined }, false),
    close: () => set({ p: undefined, edit: undefined, number: undefined }, false),
  };
}

/** The address of a participant's sheet, beside the tab and the search of now. */
export const sheetLink = (params: URLSearchParams, participantId: string): string =>
  `?${withChanges(params, { p: participantId, edit: undefined })}`;

function withChanges(before: URLSearchParams, changes: Record<string, string | undefined>): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

function sheetOf(params: URLSearchParams): View['sheet'] {
  const p = params.get('p');
  if (!p) return undefined;
  if (p === fresh) return { kind: 'add' };
  return { kind: params.has('edit') ? 'edit' : 'details', participantId: p };
}
