import Box from '@mui/material/Box';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';

/** True while a page is made ready for paper: then everything is drawn, wherever it stands. */
export const WholePage = createContext(false);

export interface WhenVisibleProps {
  /** Room that is kept until then, in pixels. */
  height: number;
  children: ReactNode;
}

/** Draws heavy content once it comes near the screen, and keeps it from then on. */
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
    return () => observer.disconnect();
  }, [near]);
  useEffect(() => {
    if (whole) setNear(true);
  }, [whole]);
  if (near || whole) return children;
  return <Box ref={host} className="no-print" sx={{ minHeight: height }} />;
}
