import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { choosePeriod, type DayRange } from './period';

/** The period of a page: kept in the address as `?from&to`, so that it can be shared and gone back from. */
export function usePeriod(bounds: DayRange | undefined): {
  period: DayRange | undefined;
  setPeriod: (range: DayRange) => void;
} {
  const [params, setParams] = useSearchParams();
  const from = params.get('from');
  const to = params.get('to');
  const period = useMemo(() => choosePeriod({ from, to }, bounds), [from, to, bounds]);
  const setPeriod = useCallback(
    (range: DayRange) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.set('from', range.from);
          next.set('to', range.to);
          return next;
        },
        { preventScrollReset: true },
      ),
    [setParams],
  );
  return { period, setPeriod };
}
