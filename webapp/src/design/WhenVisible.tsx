import Box from '@mui/material/Box';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while a page is made ready for paper: then everything is drawn, wherever it stands. */
export const WholePage = createContext(false);

export interface WhenVisibleProps {
  /** Room that is kept until then, in pixels. */
  height: number;
  children: ReactNode;
}

/** Where pages are printed: a phone fetches only what is looked at. */
const desk = '(min-width: 900px)';
/** So long a page rests before it draws what is further down. */
const restMs = 2500;

/**
 * Draws heavy content once it comes near the screen, and keeps it from then on. At a desk it also
 * comes once the page rests, or with the print, so that paper has all of a page however it is printed.
 */
export function WhenVisible({ height, children }: WhenVisibleProps) {
  const host = useRef<HTMLDivElement>(null);
  const whole = useContext(WholePage);
  const [near, setNear] = useState(globalThis.IntersectionObserver === undefined);
  useEffect(() => {
    const element = host.current;
    if (near || !element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '160px 0px' },
    );
    observer.observe(element);
    const draw = () => flushSync(() => setNear(true));
    globalThis.addEventListener('beforeprint', draw);
    const rest = globalThis.matchMedia?.(desk).matches ? setTimeout(() => setNear(true), restMs) : undefined;
    return () => {
      observer.disconnect();
      globalThis.removeEventListener('beforeprint', draw);
      clearTimeout(rest);
    };
  }, [near]);
  useEffect(() => {
    if (whole) setNear(true);
  }, [whole]);
  if (near || whole) return children;
  return <Box ref={host} className="no-print" sx={{ minHeight: height }} />;
}
