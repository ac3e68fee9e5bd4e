import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Pixels between the margins of a card on A4. */
export const paperWidth = 630;

/**
 * Width of an element in pixels, 0 until it is known. On paper it is at most that of a sheet:
 * a drawing is not laid out anew for it, so that it is made at that width beforehand.
 */
export function useWidth(host: RefObject<HTMLElement | null>, onPaper = paperWidth): { width: number; paper: boolean } {
  const [size, setSize] = useState({ width: 0, paper: false });
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    let paper = false;
    const fit = () => {
      const here = element.clientWidth;
      const width = paper ? Math.min(onPaper, here || onPaper) : here;
      setSize((before) => (before.width === width && before.paper === paper ? before : { width, paper }));
    };
    const turn = (to: boolean) => () => {
      paper = to;
      flushSync(fit);
    };
    const [before, after] = [turn(true), turn(false)];
    fit();
    const observer = new ResizeObserver(() => !paper && fit());
    observer.observe(element);
    globalThis.addEventListener('beforeprint', before);
    globalThis.addEventListener('afterprint', after);
    return () => {
      observer.disconnect();
      globalThis.removeEventListener('beforeprint', before);
      globalThis.removeEventListener('afterprint', after);
    };
  }, [host, onPaper]);
  return size;
}
