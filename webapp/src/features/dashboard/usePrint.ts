import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** How long a page may take to be whole before it is printed as it is. */
const atMostMs = 20_000;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Prints a page with all of its charts, those further down included: `whole` tells them to be drawn,
 * and the print begins once nothing is loading any more.
 */
export function usePrint(): { whole: boolean; print: () => void } {
  const queries = useQueryClient();
  const [whole, setWhole] = useState(false);
  useEffect(() => {
    if (!whole) return;
    let left = false;
    const loading = () => queries.isFetching() > 0 || document.querySelector('main .MuiSkeleton-root') !== null;
    const run = async () => {
      const deadline = Date.now() + atMostMs;
      do await pause(150);
      while (!left && loading() && Date.now() < deadline);
      if (left) return;
      globalThis.print();
      setWhole(false);
    };
    void run();
    return () => {
      left = true;
    };
  }, [whole, queries]);
  return { whole, print: () => setWhole(true) };
}
