import { useColorScheme } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useScheme } from '../design/scheme';

/** Paper is white: what is printed is drawn in the light scheme, charts included. */
export function PrintLight() {
  const scheme = useScheme();
  const { mode, setMode } = useColorScheme();
  const back = useRef<typeof mode>(undefined);
  useEffect(() => {
    const before = () => {
      if (scheme !== 'dark') return;
      back.current = mode;
      flushSync(() => setMode('light'));
    };
    const after = () => {
      if (!back.current) return;
      setMode(back.current);
      back.current = undefined;
    };
    globalThis.addEventListener('beforeprint', before);
    globalThis.addEventListener('afterprint', after);
    return () => {
      globalThis.removeEventListener('beforeprint', before);
      globalThis.removeEventListener('afterprint', after);
    };
  }, [scheme, mode, setMode]);
  return null;
}
