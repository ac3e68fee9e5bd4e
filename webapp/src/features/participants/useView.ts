import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { type ListAddress, useListAddress, withChanges } from '../../design/useListAddress';
import { asGroup, type Group } from './rows';

/** Value of `p` that opens the form of a new participant. */
const fresh = 'new';

export interface View {
  group: Group;
  /** Search and tab. */
  address: ListAddress;
  /** What the side sheet shows. */
  sheet: { kind: 'add' } | { kind: 'details' | 'edit'; participantId: string } | undefined;
  setGroup: (group: Group) => void;
  add: () => void;
  edit: (participantId: string) => void;
  show: (participantId: string) => void;
  close: () => void;
}

/** Tab, search and open sheet live in the address, so that a link or the back button finds them. */
export function useView(): View {
  const [params, setParams] = useSearchParams();
  const address = useListAddress(['group']);
  const set = useCallback(
    (changes: Record<string, string | undefined>) => setParams((before) => withChanges(before, changes)),
    [setParams],
  );
  const show = useCallback((p: string) => set({ p, edit: undefined }), [set]);
  return {
    group: asGroup(params.get('group')),
    address,
    sheet: sheetOf(params),
    setGroup: (group) => address.setFilter('group', group === 'all' ? undefined : group),
    add: () => set({ p: fresh, edit: undefined }),
    edit: (p) => set({ p, edit: '1' }),
    show,
    close: () => set({ p: undefined, edit: undefined, number: undefined }),
  };
}

function sheetOf(params: URLSearchParams): View['sheet'] {
  const p = params.get('p');
  if (!p) return undefined;
  if (p === fresh) return { kind: 'add' };
  return { kind: params.has('edit') ? 'edit' : 'details', participantId: p };
}
