import { describe, expect, it } from 'vitest';
import { nextQuestion, takesTooLong } from './uploadEvent';

const startedAt = '2026-11-20T09:00:00+01:00';
const at = (seconds: number) => Date.parse(startedAt) + seconds * 1000;
const started = { status: 'started', startedAt } as const;

describe('a running upload', () => {
  it('is asked about after 10 s, then every 30 s', () => {
    expect(nextQuestion(started, at(0))).toBe(10_000);
    expect(nextQuestion(started, at(4))).toBe(6000);
    expect(nextQuestion(started, at(10))).toBe(30_000);
    expect(nextQuestion(started, at(-5))).toBe(10_000);
    expect(nextQuestion({ ...started, status: 'succeeded' }, at(20))).toBe(false);
    expect(nextQuestion(undefined, at(0))).toBe(false);
  });

  it('takes too long after 60 times', () => {
    const asked = [];
    for (let now = at(0); ; ) {
      const wait = nextQuestion(started, now);
      if (wait === false) break;
      now += wait;
      asked.push(now);
    }
    expect(asked).toHaveLength(60);
    expect(takesTooLong(started, at(10 + 60 * 30 - 1))).toBe(false);
    expect(takesTooLong(started, at(10 + 60 * 30))).toBe(true);
  });
});
