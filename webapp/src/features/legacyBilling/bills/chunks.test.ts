import { describe, expect, it } from 'vitest';
import { bringAll, type ChunkProgress, chunkSize } from './chunks';

const numbers = Array.from({ length: 25 }, (_, n) => n);

describe('documents in chunks', () => {
  it('brings ten at a time, and says how far it is', async () => {
    const asked: number[][] = [];
    const told: ChunkProgress[] = [];
    const { failed } = await bringAll(
      numbers,
      async (chunk) => void asked.push(chunk),
      (progress) => told.push(progress),
    );
    expect(chunkSize).toBe(10);
    expect(asked.map((chunk) => chunk.length)).toEqual([10, 10, 5]);
    expect(asked.flat()).toEqual(numbers);
    expect(told.map(({ pending }) => pending)).toEqual([25, 15, 5, 0]);
    expect(failed).toEqual([]);
  });

  it('skips what fails, goes on, and names what was skipped', async () => {
    const told: ChunkProgress[] = [];
    const { failed } = await bringAll(
      numbers,
      async (chunk) => {
        if (chunk.includes(12)) throw new Error('no');
      },
      (progress) => told.push(progress),
    );
    expect(failed).toEqual(numbers.slice(10, 20));
    expect(told.at(-1)).toEqual({ pending: 0, success: 15, failure: 10, total: 25 });
  });
});
