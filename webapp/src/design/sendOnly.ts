import { useEffect, useRef } from 'react';

/** Whatever a form does with its fields, it is not sent while one of them is wrong in itself: that one says so instead. */
export function useSendOnlyWhenGood(frame: { current: HTMLElement | null }, wrong: boolean, tell?: () => void) {
  const told = useRef(tell);
  useEffect(() => {
    told.current = tell;
  });
  useEffect(() => {
    const input = frame.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      'input, textarea:not([aria-hidden])',
    );
    const form = input?.form;
    if (!form || !wrong) return undefined;
    const stop = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      told.current?.();
      input.focus();
    };
    form.addEventListener('submit', stop, { capture: true });
    return () => form.removeEventListener('submit', stop, { capture: true });
  }, [frame, wrong]);
}
