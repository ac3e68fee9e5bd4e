import { act, fireEvent, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../test/render';
import { Tips } from './Tips';

function Signs() {
  const host = useRef<HTMLElement>(null);
  return (
    <section ref={host}>
      <button type="button" data-tip="ce qui est produit">
        Production
      </button>
      <p>autre chose</p>
      <Tips within={host} />
    </section>
  );
}

const told = () => screen.queryByRole('tooltip')?.textContent;
const sign = () => screen.getByRole('button', { name: 'Production' });
const soon = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const press = (pointerType: string) => {
  fireEvent.pointerDown(sign());
  fireEvent(sign(), Object.assign(new MouseEvent('click', { bubbles: true }), { pointerType }));
};

describe('Tips', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    renderPage(<Signs />);
  });
  afterEach(() => vi.useRealTimers());

  it('explain where the pointer rests, until it leaves or presses', () => {
    fireEvent.mouseOver(sign());
    soon(300);
    expect(told()).toBeUndefined();
    soon(200);
    expect(told()).toBe('ce qui est produit');
    fireEvent.mouseOver(screen.getByText('autre chose'));
    expect(told()).toBeUndefined();
    fireEvent.mouseOver(sign());
    soon(500);
    press('mouse');
    act(() => sign().focus());
    expect(told()).toBeUndefined();
    fireEvent.keyDown(sign(), { key: 'Tab', shiftKey: true });
    act(() => sign().blur());
    act(() => sign().focus());
    expect(told()).toBe('ce qui est produit');
  });

  it('explain where the keyboard is, until Escape or the next place', () => {
    act(() => sign().focus());
    expect(told()).toBe('ce qui est produit');
    fireEvent.keyDown(sign(), { key: 'Escape' });
    expect(told()).toBeUndefined();
    act(() => sign().blur());
    act(() => sign().focus());
    fireEvent.mouseOver(screen.getByText('autre chose'));
    expect(told()).toBe('ce qui est produit');
    act(() => sign().blur());
    expect(told()).toBeUndefined();
  });

  it('explain what a finger pressed, until it presses elsewhere', () => {
    press('touch');
    expect(told()).toBe('ce qui est produit');
    const { parentElement: host } = sign();
    if (host) fireEvent.mouseLeave(host);
    expect(told()).toBe('ce qui est produit');
    fireEvent.pointerDown(document.body);
    expect(told()).toBeUndefined();
  });
});
