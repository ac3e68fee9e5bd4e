import type { AlertColor } from '@mui/material/Alert';
import { useSyncExternalStore } from 'react';

/** Times and numbers of specification section 9. */
export const snackbarMs = 4000;
export const errorSnackbarMs = 7000;
export const snackbarsAtMost = 10;

export interface Snackbar {
  id: number;
  text: string;
  variant: AlertColor;
  /** Stays until dismissed when undefined. */
  duration?: number;
}

export interface SnackbarOptions {
  variant?: AlertColor;
  /** Milliseconds; null stays until dismissed. */
  duration?: number | null;
}

let snackbars: readonly Snackbar[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Snackbar[]): void {
  snackbars = next;
  for (const listener of listeners) listener();
}

/** Shows a notification; the oldest gives way to the eleventh. The same text is not shown twice. */
export function notify(text: string, { variant = 'success', duration }: SnackbarOptions = {}): number {
  const id = nextId++;
  const ms = duration === undefined ? (variant === 'error' ? errorSnackbarMs : snackbarMs) : duration;
  const others = snackbars.filter((one) => one.text !== text || one.variant !== variant);
  set([...others, { id, text, variant, ...(ms === null ? {} : { duration: ms }) }].slice(-snackbarsAtMost));
  return id;
}

export function dismiss(id: number): void {
  set(snackbars.filter((one) => one.id !== id));
}

export function dismissAll(): void {
  set([]);
}

/** The notifications on screen, oldest first. */
export function useSnackbars(): readonly Snackbar[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => snackbars,
  );
}
