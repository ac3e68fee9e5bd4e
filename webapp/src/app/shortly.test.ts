import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shortly } from './shortly';

/** A clock that is turned by hand; the processor is busy where it jumps. */
describe('shortly', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const never = new Promise<string>(() => {});

  it('waits as long as is said', async () => {
    const ended = vi.fn();
    void shortly(never, 200).then(ended);
    await vi.advanceTimersByTimeAsync(190);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20);
    expect(ended).toHaveBeenCalledWith(undefined);
  });

  it('does not count the time for which the processor was busy', async () => {
    const ended = vi.fn();
    let answer = (_: string) => {};
    void shortly(new Promise<string>((done) => (answer = done)), 200).then(ended);
    // A second of scripts: timers that were due come once after it.
    vi.setSystemTime(Date.now() + 1000);
    await vi.advanceTimersToNextTimerAsync();
    await vi.advanceTimersToNextTimerAsync();
    expect(ended).not.toHaveBeenCalled();
    answer('figures');
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toHaveBeenCalledWith('figures');
  });

  it('goes on without what fails', async () => {
    await expect(shortly(Promise.reject(new Error('no')), 200)).resolves.toBeUndefined();
  });
});
