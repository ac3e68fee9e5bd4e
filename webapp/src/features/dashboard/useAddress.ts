import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** Small choices live in the address without a step of history each. */
export function useAddress(): [URLSearchParams, (name: string, value: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  // What a step of the history knows besides its address stays with it.
  const { state } = useLocation();
  const set = useCallback(
    (name: string, value: string | undefined) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true, preventScrollReset: true, state },
      ),
    [setParams, state],
  );
  return [params, set];
}
