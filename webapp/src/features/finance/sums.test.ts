import { describe, expect, it } from 'vitest';
import type { Line } from './queries';
import { knownSum, sum, unpriced } from './sums';

const line = (part: Partial<Line>): Line => ({
  invoicedNetCents: 100,
  invoicedCents: 120,
  collectedCents: 0,
  assignedCents: 0,
  totalCents: 100,
  taxIncluded: false,
  lacks: [],
  lackingDays: 0,
  pricedMilliWh: 0,
  ...part,
});

describe('sums of a statement', () => {
  it('are of what is known, and nothing where nothing is', () => {
    expect(knownSum([line({ restCents: 5 }), line({})], 'restCents')).toBe(5);
    expect(knownSum([line({}), line({})], 'restCents')).toBeUndefined();
    expect(sum([line({}), line({ invoicedCents: -20 })], 'invoicedCents')).toBe(100);
  });

  it('count the lines whose energy has no price', () => {
    const lacks = [{ reason: 'NO_CONTRACT' as const, count: 2 }];
    expect(
      unpriced([line({ lacks, restMilliWh: 4 }), line({ lacks, restMilliWh: 0 }), line({ lacks }), line({})]),
    ).toBe(1);
  });
});
