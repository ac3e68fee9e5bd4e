import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { choosePeriod, type DayRange } from './period';

interface Period {
  period: DayRange | undefined;
  setPeriod: (range: DayRange) => void;
  /** The wider periods that one has looked closer from, the widest first. */
  trail: readonly DayRange[];
  /** Looks closer, or goes back to one of the wider periods. */
  zoom: (range: DayRange, trail: readonly DayRange[]) => void;
}

/**
 * The period of a page: kept in the address as `?from&to`, so that it can be shared and gone back from.
 * From where one has looked closer is kept with the step of the history: another period begins without.
 */
export function usePeriod(bounds: DayRange | undefined): Period {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const from = params.get('from');
  const to = params.get('to');
  const period = useMemo(() => choosePeriod({ from, to }, bounds), [from, to, bounds]);
  const zoom = useCallback(
    (range: DayRange, trail: readonly DayRange[]) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.set('from', range.from);
          next.set('to', range.to);
          return next;
        },
        { preventScrollReset: true, ...(trail.length > 0 ? { state: { trail } } : {}) },
      ),
    [setParams],
  );
  const setPeriod = useCallback((range: DayRange) => zoom(range, []), [zoom]);
  return { period, setPeriod, trail: trailIn(state), zoom };
}

const none: readonly DayRange[] = [];

/** A step of the history may be of another page, or of an earlier version. */
function trailIn(state: unknown): readonly DayRange[] {
  const trail = (state as { trail?: unknown } | null)?.trail;
  return Array.isArray(trail) ? trail : none;
}
