import { useEffect, useMemo, useReducer, useState } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { useCan } from '../../api/session';
import {
  draftBlockers,
  type EditedKey,
  editedKey,
  isChanged,
  type KeyAction,
  keyBlockers,
  keyReducer,
} from '../keys/keyModel';
import type { PoolBlocker } from '../keys/poolBlockers';
import type { Sites } from '../keys/sites';
import { draftParam, seasonParam, type Target } from '../keys/target';
import { type Difference, differencesOf } from './differences';

export interface KeyEditor {
  target: Target;
  sites: Sites;
  edited: EditedKey;
  /** Absent for those who may only read. */
  change: ((action: KeyAction) => void) | undefined;
  changed: boolean;
  /** What blocks putting it in force. */
  blockers: readonly PoolBlocker[];
  /** What blocks keeping it as a draft. */
  draftBlockers: readonly PoolBlocker[];
  differences: readonly Difference[];
  /** Somebody asked to save while something blocks it. */
  tried: boolean;
  setTried: (tried: boolean) => void;
  reset: () => void;
  /** Leaving with changes is asked about. */
  leaving: Blocker;
}

/** The key of the page while it is edited, and what stands in the way of saving it. */
export function useKeyEditor(target: Target, sites: Sites): KeyEditor {
  const canUpdate = useCan()('key:update');
  const start = useMemo(() => editedKey(target.base), [target.base]);
  const [edited, change] = useReducer(keyReducer, start);
  const [tried, setTried] = useState(false);
  const changed = isChanged(start, edited);
  const consumerIds = useMemo(() => sites.consumers.map(({ id }) => id), [sites.consumers]);
  return {
    target,
    sites,
    edited,
    change: canUpdate ? change : undefined,
    changed,
    blockers: useMemo(() => keyBlockers(edited, consumerIds), [edited, consumerIds]),
    draftBlockers: useMemo(() => draftBlockers(edited), [edited]),
    differences: useMemo(() => differencesOf(start, edited), [start, edited]),
    tried,
    setTried,
    reset: () => {
      change({ type: 'reset', key: start });
      setTried(false);
    },
    leaving: useLeaving(changed),
  };
}

/** Another page, another key and closing the window would lose the changes; another tab keeps them. */
function useLeaving(changed: boolean): Blocker {
  useEffect(() => {
    if (!changed) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', stay);
    return () => globalThis.removeEventListener('beforeunload', stay);
  }, [changed]);
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed &&
      (currentLocation.pathname !== nextLocation.pathname ||
        keyOf(currentLocation.search) !== keyOf(nextLocation.search)),
  );
}

function keyOf(search: string): string {
  const params = new URLSearchParams(search);
  return JSON.stringify([params.get(draftParam), params.get(seasonParam)]);
}
