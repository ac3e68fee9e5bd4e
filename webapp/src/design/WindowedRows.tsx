import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useReducer } from 'react';

/** Which rows are drawn, and the room that the others keep above and below. */
export interface RowWindow {
  from: number;
  to: number;
  above: number;
  below: number;
}

interface WindowedRowsProps {
  count: number;
  height: number;
  scroller: RefObject<HTMLElement | null>;
  children: (window: RowWindow) => ReactNode;
}

/** Of thousands of rows those in view; few lists are so long, so it comes when one is. */
export function WindowedRows({ count, height, scroller, children }: WindowedRowsProps) {
  // Where rows and what scrolls them are drawn in one step, the latter is known only after the first look for it.
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0);
  useEffect(lookAgain, []);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1);
  return children({
    from: items[0]?.index ?? 0,
    to: last ? last.index + 1 : 0,
    above: items[0]?.start ?? 0,
    below: virtualizer.getTotalSize() - (last?.end ?? 0),
  });
}
