import { useFormats } from '@openpmo/ui/i18n/context';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { useCan } from '../../../../api/session';
import {
  draftBlockers,
  type EditedKey,
  editedKey,
  isChanged,
  type KeyAction,
  keyBlockers,
  keyReducer,
  withoutPartOf,
} from '../key';
import type { PoolBlocker } from '../pools/poolBlockers';
import { nextKeyDay, type Site, type Sites, sitesOf } from '../sites';
import { draftParam, seasonParam, type Target } from '../target';
import type { Loaded } from '../useKeys';
import { type Difference, differencesOf } from '../versions/differences';

export interface KeyEditor {
  target: Target;
  /** Those of the days of the key. */
  sites: Sites;
  /** The first day that the key is meant for. */
  day: string;
  setDay: (day: string) => void;
  /** The day, where it is not just today. */
  planned: string | undefined;
  /** The first day of the key that follows; undefined where none is known. */
  until: string | undefined;
  /** Sites of these days that the key gives nothing. */
  withoutPart: readonly Site[];
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
export function useKeyEditor(target: Target, loaded: Loaded): KeyEditor {
  const canUpdate = useCan()('key:update');
  const start = useMemo(() => editedKey(target.base), [target.base]);
  const [edited, change] = useReducer(keyReducer, start);
  const [tried, setTried] = useState(false);
  const { sites, ...days } = useKeyDays(target, loaded);
  const changed = isChanged(start, edited);
  const consumerIds = useMemo(() => sites.consumers.map(({ id }) => id), [sites.consumers]);
  return {
    target,
    sites,
    ...days,
    withoutPart: useMemo(() => withoutPartOf(edited, sites.consumers), [edited, sites.consumers]),
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

/** From which day on the key is meant to hold, and who takes part then. */
function useKeyDays(target: Target, { keys, participants }: Loaded) {
  const today = useFormats().dayOf();
  const planned = target.kind === 'draft' ? target.base.effectiveDate : undefined;
  const [day, setDay] = useState(planned ?? today);
  const season = (target.kind === 'draft' ? target.base.season : target.season) ?? '';
  const until = useMemo(() => nextKeyDay(keys.versions, season, day), [keys.versions, season, day]);
  const sites = useMemo(() => sitesOf(participants, { from: day, until }, today), [participants, day, until, today]);
  return { day, setDay, planned: day === today ? undefined : day, until, sites };
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
