import { describe, expect, it } from 'vitest';
import { keyTypes } from '../key';
import { examples, surplusOf } from './examples';

describe('the pictures of the methods', () => {
  it.each(keyTypes)('%s gives nobody more than it consumes, and not more than there is', (type) => {
    for (const { consumption, received } of examples[type]) {
      expect(received.reduce((sum, kWh) => sum + kWh, 0)).toBeLessThanOrEqual(consumption + 1e-9);
    }
    expect(surplusOf(type)).toBeGreaterThanOrEqual(0);
  });

  it('shows that only a fixed key leaves energy that somebody wanted', () => {
    expect(keyTypes.filter((type) => surplusOf(type) > 0)).toEqual(['static']);
  });
});
