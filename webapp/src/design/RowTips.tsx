import Tooltip from '@mui/material/Tooltip';
import { type RefObject, useEffect, useState } from 'react';

interface Tip {
  of: HTMLElement;
  text: string;
}

/** As long as the pointer rests on something before it is explained, in milliseconds. */
const delay = 400;

/**
 * One tooltip for all rows of a list, instead of one for each of their cells: what has `data-tip` is
 * explained where one points, and where the keyboard is; Escape takes it away.
 */
export function RowTips({ within }: { within: RefObject<HTMLElement | null> }) {
  const [tip, setTip] = useState<Tip>();
  useEffect(() => {
    const rows = within.current;
    if (!rows) return;
    let waiting: number | undefined;
    const hide = () => {
      window.clearTimeout(waiting);
      setTip(undefined);
    };
    const show = (event: Event, after: number) => {
      const of = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;
      hide();
      const text = of?.dataset.tip;
      if (of && text) waiting = window.setTimeout(() => setTip({ of, text }), after);
    };
    const over = (event: Event) => show(event, delay);
    const focus = (event: Event) => show(event, 0);
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const heard = [
      ['mouseover', over],
      ['focusin', focus],
      ['mouseleave', hide],
      ['focusout', hide],
      ['keydown', key],
    ] as const;
    for (const [name, listener] of heard) rows.addEventListener(name, listener as EventListener);
    return () => {
      window.clearTimeout(waiting);
      for (const [name, listener] of heard) rows.removeEventListener(name, listener as EventListener);
    };
  }, [within]);
  if (!tip) return null;
  return (
    <Tooltip open title={tip.text} slotProps={{ popper: { anchorEl: tip.of } }}>
      <span />
    </Tooltip>
  );
}
