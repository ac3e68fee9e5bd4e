import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** After a change of page the focus goes to its content, so that keyboards and screen readers follow. */
export function RouteFocus() {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (kind !== 'POP') globalThis.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, kind]);
  return null;
}
