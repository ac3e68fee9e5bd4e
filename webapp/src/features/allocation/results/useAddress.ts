import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

type Changes = Readonly<Record<string, string | undefined>>;

/** What the page shows, kept in its address; undefined takes a word out of it. */
export function useAddress(): [URLSearchParams, (changes: Changes, options?: { replace?: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (changes: Changes, { replace = true }: { replace?: boolean } = {}) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );
  return [params, change];
}

/** What is asked to be explained, as the address says it. */
export interface Asked {
  day: string;
  at?: string | undefined;
  siteId?: string | undefined;
}

/** The explanation in the address, and how to ask for one. */
export function useAsked(): { asked: Asked | undefined; ask: (asked: Asked | undefined) => void } {
  const [params, change] = useAddress();
  const day = params.get('explain');
  return {
    asked: day ? { day, at: params.get('at') ?? undefined, siteId: params.get('site') ?? undefined } : undefined,
    ask: (next) =>
      // Opening is a step of history, so that Back closes; what one looks at then is none.
      change({ explain: next?.day, at: next?.at, site: next?.siteId }, { replace: day !== null }),
  };
}
