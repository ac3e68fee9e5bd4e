import { describe, expect, it } from 'vitest';
import { monthsBefore } from './months';

describe('monthsBefore', () => {
  it('goes over the turn of a year', () => {
    expect(monthsBefore(new Date(2024, 2, 31), 3)).toEqual([
      { month: '2024-02', from: '2024-02-01', to: '2024-02-29' },
      { month: '2024-01', from: '2024-01-01', to: '2024-01-31' },
      { month: '2023-12', from: '2023-12-01', to: '2023-12-31' },
    ]);
  });
});
