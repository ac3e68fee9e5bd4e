import { describe, expect, it } from 'vitest';
import type { LoadCurve } from '../viewpoint/viewpoint';
import { balanceRange, monthBalances } from './monthBalances';

const bounds = { from: '2025-09-18', to: '2026-11-19' };

describe('balanceRange', () => {
  it.each([
    ['its own months when there are several', '2026-05-20', '2026-11-19', '2026-05-20'],
    ['a year when it is a month', '2026-10-20', '2026-11-19', '2025-12-01'],
    ['a year when it is a day', '2026-11-19', '2026-11-19', '2025-12-01'],
    ['what there is when the data is younger', '2025-12-01', '2025-12-31', '2025-09-01'],
  ])('has %s', (_, from, to, first) => expect(balanceRange({ from, to }, bounds)).toEqual({ from: first, to }));
});

describe('monthBalances', () => {
  const curve: LoadCurve = {
    unit: 'mWh',
    timezone: 'Europe/Paris',
    start: '2026-09-10T00:00:00+02:00',
    step: 'P1M',
    sourceStep: 'PT15M',
    provisionalFrom: '2026-10-20T00:00:00+02:00',
    series: [
      { nature: 'Conso', scope: 'Global', values: [100, 90, null] },
      { nature: 'Autoconso', scope: 'Global', values: [40, null, null] },
      { nature: 'Surplus', scope: 'Global', values: [5, 6, null] },
    ],
  };
  it('adds the complement where both sides are known, and keeps gaps', () => {
    expect(monthBalances(curve, { from: '2026-09-10', to: '2026-11-30' })).toEqual([
      {
        month: '2026-09-01',
        values: { Conso: 100, Autoconso: 40, Surplus: 5, complement: 60 },
        partial: true,
        provisional: false,
      },
      { month: '2026-10-01', values: { Conso: 90, Surplus: 6 }, partial: false, provisional: true },
      { month: '2026-11-01', values: {}, partial: false, provisional: true },
    ]);
  });
});
