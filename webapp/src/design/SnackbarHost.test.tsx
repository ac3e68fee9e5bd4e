import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../test/render';
import { SnackbarHost } from './SnackbarHost';
import { dismissAll, notify } from './snackbars';

const say = (...args: Parameters<typeof notify>) => act(() => void notify(...args));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('SnackbarHost', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    dismissAll();
    renderPage(<SnackbarHost />);
  });
  afterEach(() => {
    act(() => dismissAll());
    vi.useRealTimers();
  });

  it('shows a success for 4000 ms and an error for 7000 ms', () => {
    say('fait');
    say('raté', { variant: 'error' });
    pass(3999);
    expect(screen.getByText('fait')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText('fait')).toBeNull();
    pass(2999);
    expect(screen.getByText('raté')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText('raté')).toBeNull();
  });

  it('keeps at most 10, the newest', () => {
    for (let i = 1; i <= 11; i++) say(`message ${i}`);
    expect(screen.queryByText('message 1')).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Ok' })).toHaveLength(10);
  });

  it('goes at Ok, and waits while the pointer is on it', () => {
    say('attends');
    fireEvent.mouseEnter(screen.getByRole('region', { name: 'Notifications' }));
    pass(10_000);
    expect(screen.getByText('attends')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Ok' }));
    expect(screen.queryByText('attends')).toBeNull();
  });

  it('offers to take back what was done, for 10 seconds, and once', () => {
    const undo = vi.fn();
    say('fait', { undo });
    pass(9999);
    fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
    expect(undo).toHaveBeenCalledOnce();
    expect(screen.queryByText('fait')).toBeNull();
    say('encore', { undo });
    pass(10_000);
    expect(screen.queryByText('encore')).toBeNull();
    say('sans');
    expect(screen.queryByRole('button', { name: 'Annuler' })).toBeNull();
  });

  it('speaks politely, and at once for errors', () => {
    say('fait');
    say('raté', { variant: 'error' });
    expect(screen.getByText('fait').closest('[aria-live]')).toHaveAttribute('aria-live', 'polite');
    expect(screen.getByText('raté').closest('[aria-live]')).toHaveAttribute('aria-live', 'assertive');
  });
});
