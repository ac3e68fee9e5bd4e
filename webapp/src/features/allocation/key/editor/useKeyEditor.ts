import type { Schemas } from '@openpmo/sdk';
import { useFormats } from '@openpmo/ui/i18n/context';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { useOperation } from '../../../../api/operations';
import { useCan } from '../../../../api/session';
import { checkBody, type EditedKey, editedKey, isChanged, type KeyAction, type KeyType, keyReducer } from '../key';
import { blockersOf, type PoolBlocker } from '../pools/poolBlockers';
import { useKeyCheck } from '../queriesCheck';
import { type Site, type Sites, sitesOf } from '../sites';
import { draftParam, seasonParam, type Target } from '../target';
import type { Loaded } from '../useKeys';
import { type Difference, differencesOf } from '../versions/differences';

type DayBlocker = Schemas['AllocationConfigBlocker'];

export interface KeyEditor {
  target: Target;
  /** Those of the days of the key. */
  sites: Sites;
  /** The first day that the key is meant for. */
  day: string;
  setDay: (day: string) => void;
  /** The day, where it is not just today. */
  planned: string | undefined;
  /** The last day before the key that follows; undefined where none is known. */
  lastDay: string | undefined;
  /** Sites of these days that the key gives nothing. */
  withoutPart: readonly Site[];
  edited: EditedKey;
  /** Absent for those who may only read. */
  change: ((action: KeyAction) => void) | undefined;
  changed: boolean;
  /** The methods by which the operator shares itself. */
  computedByOperator: readonly KeyType[];
  /** Groups that take a part although nobody stands in them, by id, as the server has last said. */
  emptyPools: ReadonlySet<string>;
  /** What blocks putting it in force, as the server has last said. */
  blockers: readonly PoolBlocker[];
  /** What forbids its first day or its season, as a month that is invoiced, as the server has last said. */
  dayBlockers: readonly DayBlocker[];
  /** What blocks it as it is now, once the server has said so. */
  settle: () => Promise<readonly PoolBlocker[]>;
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
  const today = useFormats().dayOf();
  const [day, setDay] = useState((target.kind === 'draft' ? target.base.effectiveDate : undefined) ?? today);
  const changed = isChanged(start, edited);
  const check = useCheckOfDay(target, loaded, edited, day);
  const { pools } = edited;
  return {
    target,
    sites: check.sites,
    day,
    setDay,
    planned: day === today ? undefined : day,
    lastDay: check.data?.lastDay,
    withoutPart: check.sites.consumers.filter(({ id }) => check.data?.withoutPart.includes(id)),
    edited,
    change: canUpdate ? change : undefined,
    changed,
    computedByOperator: loaded.computedByOperator,
    emptyPools: useMemo(
      () => new Set(check.data?.emptyPools.flatMap((place) => pools[place - 1]?.id ?? [])),
      [check.data, pools],
    ),
    blockers: useMemo(() => blockersOf(check.data?.blockers ?? [], pools), [check.data, pools]),
    dayBlockers: check.data?.dayBlockers ?? [],
    settle: async () => blockersOf((await check.settle())?.blockers ?? [], pools),
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

/** What the server says of the key from a day on, and who takes part then; until it has answered, who does from today on. */
function useCheckOfDay(target: Target, { sites, participants }: Loaded, edited: EditedKey, day: string) {
  const season = target.kind === 'draft' ? target.base.season : target.season;
  const body = { ...checkBody(edited, sites.consumers), effectiveDate: day, ...(season ? { season } : {}) };
  const check = useKeyCheck(useOperation().id, body);
  const { data } = check;
  return { ...check, sites: useMemo(() => (data ? sitesOf(data, participants) : sites), [data, participants, sites]) };
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
