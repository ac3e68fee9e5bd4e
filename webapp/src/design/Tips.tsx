import Tooltip from '@mui/material/Tooltip';
import { type RefObject, useEffect, useState } from 'react';

interface Tip {
  of: HTMLElement;
  text: string;
}

/** As long as the pointer rests on something before it is explained, in milliseconds. */
const delay = 400;

/** What is explained of what an event is about. */
const tipOf = ({ target }: Event): Tip | undefined => {
  const of = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
  const text = of?.dataset.tip;
  return of && text ? { of, text } : undefined;
};

/**
 * One tooltip for all rows of a list or all tiles, instead of one for each of what they hold: what has `data-tip`
 * is explained where one points, where the keyboard is, and where a finger pressed, which stays until one presses
 * elsewhere. Escape takes it away.
 */
export function Tips({ within }: { within: RefObject<HTMLElement | null> }) {
  const [tip, setTip] = useState<Tip>();
  useEffect(() => {
    const host = within.current;
    if (!host) return;
    let waiting: number | undefined;
    /** It was asked for by key or finger: a pointer that moves takes it no more. */
    let kept = false;
    /** What has the focus was pressed: one knows what it is. */
    let pressed = false;
    const hide = () => {
      window.clearTimeout(waiting);
      kept = false;
      setTip(undefined);
    };
    const keep = (found: Tip) => {
      hide();
      kept = true;
      setTip(found);
    };
    const heard: Record<string, (event: Event) => void> = {
      mouseover: (event) => {
        if (kept) return;
        hide();
        const found = tipOf(event);
        if (found) waiting = window.setTimeout(() => setTip(found), delay);
      },
      mouseleave: () => {
        if (!kept) hide();
      },
      focusin: (event) => {
        const found = tipOf(event);
        if (found && !pressed) keep(found);
      },
      focusout: hide,
      click: (event) => {
        const found = tipOf(event);
        if (found && 'pointerType' in event && event.pointerType === 'touch') keep(found);
      },
      keydown: (event) => {
        if (event instanceof KeyboardEvent && event.key === 'Escape') hide();
      },
    };
    for (const [name, listener] of Object.entries(heard)) host.addEventListener(name, listener);
    const press = () => {
      hide();
      pressed = true;
    };
    const key = () => {
      pressed = false;
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('keydown', key, true);
    return () => {
      window.clearTimeout(waiting);
      for (const [name, listener] of Object.entries(heard)) host.removeEventListener(name, listener);
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('keydown', key, true);
    };
  }, [within]);
  if (!tip) return null;
  return (
    <Tooltip open title={tip.text} slotProps={{ popper: { anchorEl: tip.of } }}>
      <span />
    </Tooltip>
  );
}
