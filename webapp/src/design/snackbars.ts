import type { AlertColor } from '@mui/material/Alert';
import { useSyncExternalStore } from 'react';

/** Times and numbers of specification section 9. */
export const snackbarMs = 4000;
export const errorSnackbarMs = 7000;
/** As long as something that was done can be taken back: time to read it and to decide. */
export const undoSnackbarMs = 10_000;
export const snackbarsAtMost = 10;

export interface Snackbar {
  id: number;
  text: string;
  variant: AlertColor;
  /** Stays until dismissed when undefined. */
  duration?: number;
  /** Takes back what was done. */
  undo?: () => void;
}

export interface SnackbarOptions {
  variant?: AlertColor;
  /** Milliseconds; null stays until dismissed. */
  duration?: number | null;
  /** Takes back what was done; only where that brings back what was there before. */
  undo?: () => void;
}

let snackbars: readonly Snackbar[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Snackbar[]): void {
  snackbars = next;
  for (const listener of listeners) listener();
}

/** Shows a notification; the oldest gives way to the eleventh. The same text is not shown twice. */
export function notify(text: string, { variant = 'success', duration, undo }: SnackbarOptions = {}): number {
  const id = nextId++;
  const usual = undo ? undoSnackbarMs : variant === 'error' ? errorSnackbarMs : snackbarMs;
  const ms = duration === undefined ? usual : duration;
  const others = snackbars.filter((one) => one.text !== text || one.variant !== variant);
  set(
    [...others, { id, text, variant, ...(ms === null ? {} : { duration: ms }), ...(undo ? { undo } : {}) }].slice(
      -snackbarsAtMost,
    ),
  );
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
